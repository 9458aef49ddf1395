// A peer of make bench: Pokemon Showdown's battles of random players, gen 9, its Battle object driven directly.
// usage: node showdown.js MODULES BATTLES    One line of JSON: choices a CPU second, and what input logs take zipped.
'use strict';
const zlib = require('zlib');
const sim = name => require(process.argv[2] + '/pokemon-showdown/dist/sim/' + name);
const { Battle } = sim('battle.js');
const { Teams } = sim('teams.js');
const { PRNG } = sim('prng.js');
const format = 'gen9randombattle', battles = +process.argv[3];

let state = 7;
function random() {
  state = (state + 0x6D2B79F5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const seed = () => 'gen5,' + [0, 0, 0, 0].map(() => Math.floor(random() * 65536).toString(16).padStart(4, '0')).join('');
const team = () => Teams.pack(Teams.getGenerator(format, PRNG.get(seed())).getTeam());

function choicesOf(request) {
  const mons = request.side.pokemon, out = [];
  const others = alive => mons.forEach((mon, i) => i > 0 && mon.condition.endsWith(' fnt') !== alive && out.push('switch ' + (i + 1)));
  if (request.forceSwitch) {
    others(!mons[0].reviving);
    return out.length ? out : ['pass'];
  }
  if (request.teamPreview) return ['default'];
  const active = request.active[0];
  active.moves.forEach((move, i) => {
    if (!move.disabled) out.push('move ' + (i + 1));
    if (!move.disabled && active.canTerastallize) out.push('move ' + (i + 1) + ' terastallize');
  });
  if (!active.trapped) others(true);
  return out;
}

function play(battle) {
  let made = 0;
  for (let guard = 0; !battle.ended && guard < 5000; guard++) {
    for (const side of battle.sides) {
      const request = side.activeRequest;
      if (!request || request.wait || side.isChoiceDone()) continue;
      const choices = choicesOf(request);
      let taken = false;  // what a player cannot know to be refused is asked again
      for (let tries = 0; tries < 20 && !taken; tries++) taken = battle.choose(side.id, choices[Math.floor(random() * choices.length)]);
      if (!taken) battle.choose(side.id, 'default');
      made++;
    }
  }
  return made;
}

function round(times) {
  let decisions = 0, whole = 0, lines = 0;
  const begun = process.cpuUsage();
  const logs = [];
  for (let i = 0; i < times; i++) {
    const battle = new Battle({ formatid: format, seed: seed(), p1: { name: 'Bot 1', team: team() }, p2: { name: 'Bot 2', team: team() } });
    decisions += play(battle);
    logs.push(battle.inputLog);
  }
  const used = process.cpuUsage(begun);
  for (const log of logs) {
    whole += zlib.deflateSync(log.join('\n'), { level: 9 }).length;
    lines += zlib.deflateSync(log.filter(line => /^>p[12] (move|switch|pass|default)/.test(line)).join('\n'), { level: 9 }).length;
  }
  return { perSecond: decisions / (used.user + used.system) * 1e6, whole: 8 * whole / decisions, lines: 8 * lines / decisions, decisions: decisions / times };
}
round(Math.ceil(battles / 4));  // warms up
console.log(JSON.stringify(round(battles)));
