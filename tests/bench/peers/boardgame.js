// A peer of make bench: boardgame.io's local client with a small card game for two, random players.
// usage: node boardgame.js MODULES GAMES    One line of JSON: moves a CPU second.
'use strict';
const { Client } = require(process.argv[2] + '/boardgame.io/dist/cjs/client.js');
const { INVALID_MOVE } = require(process.argv[2] + '/boardgame.io/dist/cjs/core.js');
const games = +process.argv[3], DECK = 50;

let state = 12345;
function random() {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 4294967296;
}
const cost = card => (card % 5) + 1;
const game = {
  name: 'cards',
  seed: 'x',
  setup: ({ ctx }) => ({
    players: Array.from({ length: ctx.numPlayers }, (_, p) => {
      const deck = Array.from({ length: DECK }, (_, i) => p * DECK + ((i * 7 + 3) % DECK));
      return { life: 20, hand: deck.splice(0, 7), deck, board: [], mana: 0 };
    }),
  }),
  turn: {
    onBegin: ({ G, ctx }) => {
      const me = G.players[ctx.currentPlayer];
      me.mana = Math.min(10, 1 + (ctx.turn >> 1));
      if (me.deck.length) me.hand.push(me.deck.pop());
      else me.life--;
    },
  },
  moves: {
    play: ({ G, ctx }, i) => {
      const me = G.players[ctx.currentPlayer], card = me.hand[i];
      if (card === undefined || cost(card) > me.mana) return INVALID_MOVE;
      me.mana -= cost(card);
      me.hand.splice(i, 1);
      me.board.push({ attack: (card % 3) + 1, life: (card % 4) + 1, ready: false });
    },
    attack: ({ G, ctx }, i, j) => {
      const me = G.players[ctx.currentPlayer], other = G.players[1 - ctx.currentPlayer], card = me.board[i];
      if (!card || !card.ready) return INVALID_MOVE;
      card.ready = false;
      if (j < 0) {
        other.life -= card.attack;
        return;
      }
      const target = other.board[j];
      target.life -= card.attack;
      card.life -= target.attack;
      if (target.life <= 0) other.board.splice(j, 1);
      if (card.life <= 0) me.board.splice(i, 1);
    },
    pass: ({ G, ctx, events }) => {
      for (const card of G.players[ctx.currentPlayer].board) card.ready = true;
      events.endTurn();
    },
  },
  endIf: ({ G }) => (G.players.some(p => p.life <= 0) ? { over: true } : undefined),
};

function legal(G, seat) {
  const me = G.players[seat], other = G.players[1 - seat], out = [['pass']];
  me.hand.forEach((card, i) => cost(card) <= me.mana && out.push(['play', i]));
  me.board.forEach((card, i) => {
    if (!card.ready) return;
    out.push(['attack', i, -1]);
    other.board.forEach((_, j) => out.push(['attack', i, j]));
  });
  return out;
}

function round(times) {
  let moves = 0;
  const begun = process.cpuUsage();
  for (let i = 0; i < times; i++) {
    const client = Client({ game, numPlayers: 2, debug: false });
    client.start();
    for (let now = client.store.getState(); !now.ctx.gameover; now = client.store.getState()) {
      const choices = legal(now.G, now.ctx.currentPlayer), [move, ...rest] = choices[Math.floor(random() * choices.length)];
      client.moves[move](...rest);
      moves++;
    }
    client.stop();
  }
  const used = process.cpuUsage(begun);
  return { perSecond: moves / (used.user + used.system) * 1e6 };
}
round(Math.ceil(games / 4));  // warms up
console.log(JSON.stringify(round(games)));
