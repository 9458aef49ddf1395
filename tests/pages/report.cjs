// What the browser checks share: complaints, pages by their address, and faults that are put into pages on purpose. A
// check that does not complain about its fault complains about itself.
const fs = require('fs');
const path = require('path');

exports.reporter = (browser) => {
  const found = [];
  return {
    found,
    complain(page, what) { found.push(`FAIL pages: ${browser}: ${page}: ${what}`); },
    // Runs a check on a page with a fault: it has to complain, and that is all it does.
    async mustFind(what, check) {
      const before = found.length;
      await check();
      const noticed = found.splice(before).length > 0;
      if (!noticed) found.push(`FAIL pages: ${browser}: the check does not find a planted fault: ${what}`);
    },
    end(line) {
      for (const text of found.slice(0, 60)) console.log(text);
      if (found.length > 60) console.log(`... and ${found.length - 60} more`);
      if (found.length === 0) console.log(`ok   ${browser}: ${line}`);
      process.exit(found.length > 0 ? 1 : 0);
    },
  };
};

exports.lines = (file) => fs.readFileSync(file, 'utf8').trim().split('\n');
exports.url = (room, page) => 'file://' + path.resolve(room, page).split('/').map(encodeURIComponent).join('/');

// A page like ours, with something in its body (and its head) that is not.
exports.plant = (room, name, body, head = '') => {
  const policy = "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'";
  fs.writeFileSync(path.join(room, name), `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">
${head || `<meta http-equiv="Content-Security-Policy" content="${policy}">`}
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="planted"><title>planted</title></head>
<body><a class="skip" href="#main">Skip to the text</a><main id="main"><h1>Planted</h1>${body}</main></body></html>\n`);
  return name;
};

// Each of the jobs, a few at a time.
exports.inParallel = async (count, items, job) => {
  const left = items.slice();
  const worker = async () => { while (left.length > 0) await job(left.shift()); };
  await Promise.all(Array.from({ length: count }, worker));
};
