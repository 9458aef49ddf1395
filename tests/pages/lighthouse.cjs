// Lighthouse on each of the chosen pages, served from this machine to itself: accessibility, best practices and the
// rules for search engines must be 100. Performance is measured on one page of each kind and only told.
// usage: lighthouse.cjs ROOM
const http = require('http');
const fs = require('fs');
const path = require('path');
const { reporter, lines, plant } = require('./report.cjs');

const room = path.resolve(process.argv[2]);
const { complain, mustFind, end } = reporter('lighthouse');
const must = ['accessibility', 'best-practices', 'seo'];
const types = { '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml', '.txt': 'text/plain' };

function serve() {
  const server = http.createServer((request, response) => {
    const file = path.join(room, decodeURIComponent(new URL(request.url, 'http://x').pathname));
    if (!file.startsWith(room) || !fs.existsSync(file) || !fs.statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[path.extname(file)] || 'application/octet-stream' });
    fs.createReadStream(file).pipe(response);
  });
  return new Promise((done) => { server.listen(0, '127.0.0.1', () => done(server)); });
}

(async () => {
  const { default: lighthouse } = await import(require.resolve('lighthouse'));
  const launcher = await import(require.resolve('chrome-launcher'));
  const server = await serve();
  const chrome = await launcher.launch({
    chromePath: '/usr/bin/chromium',
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  const speed = [];
  async function look(name, performance) {
    const result = await lighthouse(`http://127.0.0.1:${server.address().port}/${name}`, {
      port: chrome.port, output: 'json', logLevel: 'error', onlyCategories: performance ? [...must, 'performance'] : must,
      // Lighthouse asks for robots.txt from within the page, which its policy forbids (default-src 'none'): looked at below.
      skipAudits: ['robots-txt'], throttlingMethod: performance ? 'simulate' : 'provided', maxWaitForLoad: 15000,
    });
    const report = result.lhr;
    if (report.runtimeError) complain(name, report.runtimeError.message);
    for (const id of must) {
      const score = report.categories[id].score;
      if (score === 1) continue;
      const lost = report.categories[id].auditRefs.filter((a) => a.weight > 0 && report.audits[a.id].score !== null && report.audits[a.id].score < 1).map((a) => report.audits[a.id]);
      complain(name, `${id} ${Math.round(score * 100)}: ${lost.map((a) => `${a.id} ${JSON.stringify((a.details && a.details.items || []).slice(0, 2)).slice(0, 400)}`).join('; ')}`);
    }
    if (performance) speed.push(`${Math.round(report.categories.performance.score * 100)} ${name.replace(/m\/[^/]*/, 'm/...')}`);
  }
  const planted = plant(room, 'planted-lighthouse.html', '<img src="x.png"><a href="#main">here</a>', '<meta name="robots" content="noindex">');
  await mustFind('a picture without words, a page that forbids to be found', () => look(planted, false));
  const pages = lines(path.join(room, 'pages.txt')).filter((name) => !/404/.test(name)); // nobody is to find that one
  const robots = fs.readFileSync(path.join(room, 'demo/robots.txt'), 'utf8');
  if (!/^User-agent: \*\nAllow: \/\n/.test(robots)) complain('demo/robots.txt', 'does not let everybody read');
  const kinds = new Set();
  for (const name of pages) {
    const kind = name.replace(/[0-9a-f]{16}/, '').replace(/[^/]*$/, (m) => m[0]);
    const first = kinds.size < 4 && !kinds.has(kind) && /demo\/(index|m\/rnr.*\/t\/|r\/|m\/rnr.*\/index)/.test(name);
    if (first) kinds.add(kind);
    await look(name, first);
  }
  await chrome.kill();
  server.close();
  end(`accessibility, best practices, SEO 100 on ${pages.length} pages; performance ${speed.join(', ')}`);
})().catch((e) => { complain('(a step of the check itself)', e.stack); end(''); });
