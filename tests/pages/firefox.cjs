// In Firefox, from file:// with its rule on files switched on: each of the chosen pages is whole with and without
// script, silent, 320 px are enough, Tab walks, a link into a closed box opens it, paper has the text; and payloads
// in every place stay words.
// usage: firefox.cjs ROOM
const puppeteer = require('puppeteer-core');
const fs = require('fs');
const path = require('path');
const { reporter, lines, url, plant } = require('./report.cjs');

const room = process.argv[2];
const { complain, mustFind, end } = reporter('firefox');

// Whether the page's own script runs; checks run all the same.
async function browse(script) {
  const browser = await puppeteer.launch({
    browser: 'firefox', executablePath: '/usr/bin/firefox-esr', headless: true,
    extraPrefsFirefox: { 'security.fileuri.strict_origin_policy': true, ...(script ? {} : { 'javascript.enabled': false }) },
  });
  const page = await browser.newPage();
  page.heard = [];
  page.on('console', (m) => { if (m.type() === 'error') page.heard.push(m.text()); });
  page.on('pageerror', (e) => page.heard.push(String(e)));
  page.on('request', (r) => { if (!/^(file|about|data):/.test(r.url())) page.heard.push('asks for ' + r.url()); });
  await page.setViewport({ width: 320, height: 800 });
  return { browser, page };
}

async function whole(page, name) {
  page.heard.length = 0;
  await page.goto(url(room, name));
  const state = await page.evaluate(() => {
    const closed = document.querySelector('main details:not([open]) > summary');
    return {
      wide: document.documentElement.scrollWidth, words: document.querySelector('main').textContent.replace(/\s+/g, ' '),
      styled: getComputedStyle(document.body).backgroundColor, title: document.title, box: closed !== null,
      inside: (document.querySelector('main details:not([open]) [id]') || {}).id,
    };
  });
  if (state.title === '7') complain(name, 'a payload changed the title');
  if (state.wide > 320) complain(name, `is ${state.wide} px wide on a screen of 320`);
  if (state.words.length < 50) complain(name, 'there are no words');
  if (state.styled === 'rgba(0, 0, 0, 0)') complain(name, 'there is no style');
  for (const line of page.heard) complain(name, line);
  return state;
}

// The window of a screen that is not there loses the focus to the browser's own parts now and then: what a page shows
// of the focus is looked at in Chromium; here, where Tab leads.
async function walk(page, name, state) {
  const seen = [];
  await page.goto(url(room, name));
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const e = document.activeElement;
      if (e === document.body || e === null) return null;
      return { index: [...document.querySelectorAll('*')].indexOf(e), html: e.outerHTML.slice(0, 80), radio: e.type === 'radio' };
    });
    if (at === null || seen.includes(at.index)) break; // round again
    if (seen.length > 0 && at.index <= seen[seen.length - 1] && !at.radio) complain(name, `Tab goes back to ${at.html}`);
    seen.push(at.index);
  }
  if (seen.length === 0) complain(name, 'Tab finds nothing');
  if (state.box) {
    const before = await page.evaluate(() => document.querySelectorAll('main details[open]').length);
    await page.click('main details:not([open]) > summary');
    if (await page.evaluate(() => document.querySelectorAll('main details[open]').length) !== before + 1) complain(name, 'a box does not open');
  }
  if (state.inside) {
    await page.goto('about:blank');
    await page.goto(url(room, name) + '#' + state.inside);
    const shown = await page.evaluate((id) => document.getElementById(id).getBoundingClientRect().height > 0, state.inside);
    if (!shown) complain(name, `a link to #${state.inside} in a closed box does not open it`);
  }
}

(async () => {
  const pages = lines(path.join(room, 'pages.txt'));
  const { browser, page } = await browse(true);
  const put = (name, body, head) => plant(room, `planted-firefox-${name}.html`, body, head);
  await mustFind('a page too wide', () => whole(page, put('wide', '<style>body { background: #fff; } p { width: 400px; }</style><p>' + 'Word after word. '.repeat(5) + '</p>')));
  await mustFind('a payload as it came', async () => {
    const planted = put('payload', '<p>' + 'Word after word. '.repeat(5) + '</p><style>body { background: #fff; }</style><script>document.title=7</script>', '<meta name="x">');
    await whole(page, planted);
  });
  await mustFind('a report of the policy', () => whole(page, put('policy', '<p>' + 'Word after word. '.repeat(5) + '</p><style>body { background: #fff; }</style><script>document.title=7</script>')));
  await mustFind('an order of Tab of its own', () => walk(page, put('order', '<a href="#main">x</a><a href="#main" tabindex="1">y</a>'), {}));
  const with_script = new Map();
  for (const name of pages) {
    const state = await whole(page, name);
    with_script.set(name, state.words);
    await walk(page, name, state);
  }
  const hostile = lines(path.join(room, 'payload-pages.txt')).filter((name, i) => i % 40 === 0 || /hostile\/[a-z0-9-]*\/index.html/.test(name));
  await page.setViewport({ width: 1000, height: 800 });
  for (const name of hostile) {
    page.heard.length = 0;
    await page.goto(url(room, name));
    if (await page.title() === '7') complain(name, 'a payload changed the title');
    for (const line of page.heard) complain(name, line);
  }
  const turn = pages.find((p) => /rnr-.*\/t\//.test(p));
  for (const [file, name] of [['turn', turn], ['worksheet', turn.replace(/\/t\/.*/, '/worksheet.html')]]) {
    await page.goto(url(room, name));
    fs.writeFileSync(path.join(room, `firefox-${file}.pdf`), await page.pdf({ format: 'A4' }));
  }
  await browser.close();
  const off = await browse(false);
  for (const name of pages) {
    const state = await whole(off.page, name);
    if (state.words !== with_script.get(name)) complain(name, 'other words without script');
  }
  await off.browser.close();
  end(`${pages.length} pages with and without script, at 320 px, by keyboard, silent; two on paper; ${hostile.length} pages with payloads are inert`);
})().catch((e) => { complain('(a step of the check itself)', e.stack); end(''); });
