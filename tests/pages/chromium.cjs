// In Chromium, from file://, on each of the chosen pages: nothing on the console and nothing asked of anybody, the same
// words without script, boxes that open by key, links into closed boxes, a walk by keyboard, 320 px, paper; axe (WCAG
// 2.2 AA) in light, dark and forced colours; and on every page with words of strangers, that no payload ran.
// usage: chromium.cjs ROOM [axe|walk|payloads]
const { chromium } = require('playwright-core');
const fs = require('fs');
const path = require('path');
const { reporter, lines, url, plant, inParallel } = require('./report.cjs');

const room = process.argv[2];
const part = process.argv[3];
const { complain, mustFind, end } = reporter('chromium ' + part);

// A page that tells what it should not have done.
async function listen(context) {
  const page = await context.newPage();
  page.heard = [];
  page.on('console', (m) => { if (['error', 'warning'].includes(m.type())) page.heard.push(m.text()); });
  page.on('pageerror', (e) => page.heard.push(String(e)));
  page.on('dialog', (d) => { page.heard.push('a dialog'); d.dismiss(); });
  page.on('request', (r) => { if (!r.url().startsWith('file:')) page.heard.push('asks for ' + r.url()); });
  return page;
}

async function open(context, name) {
  const page = await listen(context);
  await page.goto(url(room, name));
  return page;
}

// ---- axe --------------------------------------------------------------------------------------------------

const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const modes = [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }];

// `page`: of a context that lets axe into the page.
async function accessible(page, name) {
  await page.goto(url(room, name));
  await page.evaluate(axe);
  // What is in closed boxes counts, too.
  await page.evaluate(() => document.querySelectorAll('details').forEach((d) => { d.open = true; }));
  for (const mode of modes) {
    await page.emulateMedia(mode);
    // Beyond the first pass only colours can differ.
    const only = mode === modes[0] ? { type: 'tag', values: tags } : { type: 'rule', values: ['color-contrast', 'link-in-text-block', 'target-size'] };
    const result = await page.evaluate((o) => window.axe.run({ runOnly: o, resultTypes: ['violations'] }).then((r) => r.violations.map((v) => ({
      id: v.id, count: v.nodes.length, html: v.nodes[0].html.slice(0, 200), why: v.nodes[0].failureSummary.replace(/\s+/g, ' ').slice(0, 200),
    }))), only);
    for (const v of result) complain(name, `axe ${JSON.stringify(mode)} ${v.id} (${v.count} times): ${v.html}: ${v.why}`);
  }
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
}

async function axePart(browser) {
  const pale = plant(room, 'planted-axe.html', '<style>p { color: light-dark(#777, #888); background: light-dark(#888, #777); }</style><p>Hard to read <a href="#main">x</a></p>');
  const context = await browser.newContext({ bypassCSP: true, reducedMotion: 'reduce' });
  const page = await listen(context);
  await mustFind('text in the colour of its ground', () => accessible(page, pale));
  for (const mode of [1, 2]) {
    const dark = plant(room, 'planted-axe-mode.html', `<style>@media (${mode === 1 ? 'prefers-color-scheme: dark' : 'forced-colors: active'}) { p { forced-color-adjust: none; color: #777; background: #888; } }</style><p>Hard to read</p>`);
    await mustFind(`the same in ${JSON.stringify(modes[mode])} only`, () => accessible(page, dark));
  }
  const pages = lines(path.join(room, 'pages.txt'));
  for (const name of pages) await accessible(page, name);
  return `axe (WCAG 2.2 AA and good practice) on ${pages.length} pages in light, dark and forced colours`;
}

// ---- without script, by key, narrow, on paper ----------------------------------------------------------------

async function words(page) {
  return (await page.locator('main').textContent()).replace(/\s+/g, ' ');
}

// `page` has script, `bare` has none.
async function quiet(page, bare, name) {
  page.heard.length = bare.heard.length = 0;
  await page.goto(url(room, name));
  await bare.goto(url(room, name));
  for (const line of page.heard) complain(name, line);
  for (const line of bare.heard) complain(name, 'without script: ' + line);
  if (await words(page) !== await words(bare)) complain(name, 'other words without script');
  if ((await bare.locator('link[rel=stylesheet], style').count()) === 0) complain(name, 'no style');
  const closed = bare.locator('main details:not([open]) > summary');
  if (await closed.count() > 0) {
    const before = await bare.locator('main details[open]').count();
    await closed.first().press('Enter');
    if (await bare.locator('main details[open]').count() !== before + 1) complain(name, 'without script a box does not open by key');
  }
}

// A link to something in a closed box opens the box; the target is below the bar of steps.
async function deep(page, name) {
  await page.goto(url(room, name));
  const id = await page.evaluate(() => {
    const inside = document.querySelector('main details:not([open]) [id]') || document.querySelector('main .ev > li[id], main .step[id]');
    return inside ? inside.id : null;
  });
  if (id !== null) {
    await page.goto(url(room, name) + '#' + id);
    await page.waitForTimeout(60);
    const seen = await page.evaluate((i) => {
      const e = document.getElementById(i), box = e.getBoundingClientRect(), bar = document.querySelector('.steps');
      const covered = bar && !bar.contains(e) && getComputedStyle(bar).position === 'sticky' && box.top < bar.getBoundingClientRect().bottom - 1 && box.bottom > 0;
      return { shown: box.height > 0, covered, there: box.top < innerHeight && box.bottom > 0 };
    }, id);
    if (!seen.shown || !seen.there) complain(name, `a link to #${id} does not show it`);
    if (seen.covered) complain(name, `#${id} is behind the bar of steps`);
  }
}

async function narrow(page, name) {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(url(room, name));
  const wide = await page.evaluate(() => {
    document.querySelectorAll('details').forEach((d) => { d.open = true; });
    return document.documentElement.scrollWidth;
  });
  if (wide > 320) {
    const what = await page.evaluate(() => [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > 321)
      .map((e) => e.outerHTML.slice(0, 160)).pop());
    complain(name, `is ${wide} px wide on a screen of 320: ${what}`);
  }
  await page.setViewportSize({ width: 1000, height: 700 });
}

// Tab goes through what can be used, in order, shows where it is, and is never behind the bar of steps.
async function walk(page, name) {
  await page.goto(url(room, name));
  const alone = /\/(embed|one)\//.test(name);
  let last = -1, steps = 0;
  for (; steps < 40; steps++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const e = document.activeElement;
      if (e === document.body || e === null) return null;
      const all = [...document.querySelectorAll('a[href], summary, input, select, button, [tabindex="0"], .scroll')];
      const box = e.getBoundingClientRect(), style = getComputedStyle(e);
      const top = document.elementFromPoint(Math.min(Math.max(box.left + 3, 0), innerWidth - 1), Math.min(Math.max(box.top + box.height / 2, 0), innerHeight - 1));
      return {
        index: all.indexOf(e), html: e.outerHTML.slice(0, 100), radio: e.type === 'radio',
        shown: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0,
        there: box.bottom > 0 && box.top < innerHeight,
        covered: !!top && !e.contains(top) && !top.contains(e) && !!top.closest('.steps') && !e.closest('.steps'),
      };
    });
    if (at === null || (steps > 0 && at.index === 0)) break; // round again
    if (steps === 0 && !/class="skip"/.test(at.html) && !alone) complain(name, 'the first Tab is not the way past the head: ' + at.html);
    if (at.index <= last && !at.radio) complain(name, `Tab goes back to ${at.html}`);
    if (!at.shown) complain(name, `focus does not show on ${at.html}`);
    if (!at.there) complain(name, `focus is out of sight on ${at.html}`);
    if (at.covered) complain(name, `focus is behind the bar of steps on ${at.html}`);
    last = at.index;
  }
  if (steps === 0) complain(name, 'Tab finds nothing');
}

// The optional script: right and left go by steps, say so once, and leave other keys alone.
async function stepping(page, name) {
  await page.goto(url(room, name));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const at = await page.evaluate(() => ({
    said: [...document.querySelectorAll('[role=status]')].map((e) => e.textContent), current: document.querySelectorAll('.steps [aria-current]').length,
    focus: document.activeElement.id,
  }));
  if (at.said.length !== 1 || !/^Step \d+ of \d+/.test(at.said[0])) complain(name, 'the right arrow says nothing: ' + at.said);
  if (at.current !== 1 || at.focus === '') complain(name, 'the right arrow goes nowhere');
  await page.keyboard.press('x');
  if (await page.evaluate(() => document.activeElement.id) !== at.focus) complain(name, 'a letter does something');
}

async function paper(page, name, file) {
  await page.goto(url(room, name));
  await page.pdf({ path: path.join(room, file), format: 'A4', tagged: true, outline: true, printBackground: false });
}

async function walkPart(browser) {
  const put = (name, body) => plant(room, `planted-${name}.html`, body);
  const page = await listen(await browser.newContext({ viewport: { width: 1000, height: 700 }, reducedMotion: 'reduce' }));
  const bare = await listen(await browser.newContext({ javaScriptEnabled: false }));
  await mustFind('something on the console', () => quiet(page, bare, put('console', '<p>x</p><style>p { color: red; }</style><img src="none.png" alt="x">')));
  fs.writeFileSync(path.join(room, 'planted.js'), "document.querySelector('p').textContent = 'other';");
  await mustFind('other words without script', () => quiet(page, bare, put('script', '<style>p { color: red; }</style><p>x</p><script src="planted.js"></script>')));
  await mustFind('a page too wide', () => narrow(page, put('wide', '<style>p { width: 400px; }</style><p>x</p>')));
  await mustFind('focus that does not show', () => walk(page, put('focus', '<style>a:focus { outline: none; }</style><a href="#main">x</a>')));
  await mustFind('an order of Tab of its own', () => walk(page, put('order', '<a href="#main">x</a><a href="#main" tabindex="1">y</a>')));
  const bar = '.steps { position: sticky; top: 0; height: 90px; background: #fff; } p { height: 2000px; }';
  await mustFind('a target behind the bar', () => deep(page, put('bar', `<style>${bar}</style><nav class="steps">x</nav><p>x</p><section class="step" id="s-x"><p>y</p></section>`)));
  await mustFind('no step by the right arrow', () => stepping(page, put('arrow', '<p>x</p>')));
  const pages = lines(path.join(room, 'pages.txt'));
  for (const name of pages) {
    await quiet(page, bare, name);
    await deep(page, name);
    await narrow(page, name);
    await walk(page, name);
  }
  const turn = pages.find((p) => /rnr-.*\/t\//.test(p));
  await stepping(page, turn);
  await paper(page, turn, 'chromium-turn.pdf');
  for (const sheet of ['print', 'worksheet', 'key']) {
    await paper(page, turn.replace(/\/t\/.*/, `/${sheet}.html`), `chromium-${sheet}.pdf`);
  }
  return `${pages.length} pages with and without script, links into boxes, by keyboard, at 320 px; a turn, a match, a worksheet and its key on paper`;
}

// ---- payloads ------------------------------------------------------------------------------------------------

async function inert(page, name) {
  page.heard.length = 0;
  await page.goto(url(room, name));
  const state = await page.evaluate(() => {
    document.querySelectorAll('details').forEach((d) => { d.open = true; });
    return { title: document.title, main: document.querySelectorAll('body > main').length, foreign: document.querySelectorAll('main script, main iframe, main img, main form, main base, main meta, main link, main style, main textarea, main template, main [onload], main [onerror], main [onfocus]').length, scripts: document.querySelectorAll('a[href^="javascript:" i], a[href^="data:" i], a[href^="//"]').length };
  });
  if (state.title === '7') complain(name, 'a payload changed the title');
  if (state.foreign > 0 || state.main !== 1) complain(name, `${state.foreign} elements that no template has`);
  if (state.scripts > 0) complain(name, 'a link that runs or leaves');
  for (const line of page.heard) complain(name, line);
}

async function payloadPart(browser) {
  const context = await browser.newContext();
  const page = await listen(context);
  const raw = [['title', '<img src=x onerror="document.title=7">', '<meta name="x">'], ['policy', '<script>document.title=7</script>', ''],
    ['request', '<iframe src="//x.invalid"></iframe>', '<meta name="x">'], ['link', '<a href="javascript:document.title=7">x</a>', '']];
  for (const [name, body, head] of raw) {
    const planted = plant(room, `planted-payload-${name}.html`, body, head);
    await mustFind('a payload as it came: ' + name, async () => { await inert(page, planted); await page.waitForTimeout(50); await inert(page, planted); });
  }
  const pages = lines(path.join(room, 'payload-pages.txt'));
  const others = [page, await listen(context), await listen(context)];
  await inParallel(3, pages, async (name) => {
    const mine = others.pop();
    await inert(mine, name);
    others.push(mine);
  });
  return `${pages.length} pages full of payloads: no title changed, no report of the policy, no request, no element of theirs`;
}

(async () => {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  const done = await { axe: axePart, walk: walkPart, payloads: payloadPart }[part](browser);
  await browser.close();
  end(done);
})().catch((e) => { complain('(a step of the check itself)', e.stack); end(''); });
