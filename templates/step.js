// Left and right move by step; nothing is hidden and nothing plays by itself.
(function () {
  "use strict";
  var steps = Array.prototype.slice.call(document.querySelectorAll("#before, .step, #after"));
  if (steps.length < 2) { return; }
  var links = document.querySelectorAll(".steps a");
  var status = document.createElement("p");
  status.setAttribute("role", "status");
  status.className = "vh";
  document.body.appendChild(status);
  var at = -1;
  function title(step) {
    var head = step.querySelector("h2");
    return head ? head.lastChild.textContent.trim() : "";
  }
  function changes(step) {
    var rows = step.querySelectorAll(".strip tbody tr"), out = [];
    for (var i = 0; i < rows.length && i < 3; i++) {
      var cells = rows[i].cells;
      out.push(cells[0].textContent + " " + cells[1].textContent + " " + cells[2].textContent);
    }
    return out.length ? ": " + out.join("; ") : "";
  }
  function mark(i) {
    for (var k = 0; k < links.length; k++) {
      if (links[k].hash === "#" + steps[i].id) {
        links[k].setAttribute("aria-current", "step");
        links[k].scrollIntoView({ block: "nearest", inline: "center" });
      } else {
        links[k].removeAttribute("aria-current");
      }
    }
  }
  function go(i) {
    at = i;
    steps[i].setAttribute("tabindex", "-1");
    steps[i].focus({ preventScroll: true });
    steps[i].scrollIntoView();
    mark(i);
    status.textContent = "[[Step {0} of {1}, {2}]]".replace("{0}", i + 1).replace("{1}", steps.length).replace("{2}", title(steps[i]) + changes(steps[i]));
  }
  function here() {
    if (at >= 0) { return at; }
    for (var i = 0; i < steps.length; i++) {
      if (steps[i].getBoundingClientRect().bottom > 120) { return i - 1; }
    }
    return steps.length - 1;
  }
  document.addEventListener("keydown", function (e) {
    var t = e.target;
    if (e.ctrlKey || e.altKey || e.metaKey || e.shiftKey || /^(INPUT|SELECT|TEXTAREA)$/.test(t.tagName)) { return; }
    if (t.closest && t.closest(".scroll, .steps")) { return; }
    var to = e.key === "ArrowRight" ? here() + 1 : e.key === "ArrowLeft" ? here() - 1 : -1;
    if (to >= 0 && to < steps.length) {
      e.preventDefault();
      go(to);
    }
  });
  addEventListener("hashchange", function () {
    for (var i = 0; i < steps.length; i++) {
      if ("#" + steps[i].id === location.hash) { at = i; mark(i); }
    }
  });
}());
