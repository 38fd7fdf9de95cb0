import { html } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type Html5Drag = { cards: string[]; moves: { card: string; column: string }[] };

const chores = [
  'Clean the gutters',
  'Feed the hens',
  'Fix the gate',
  'Mow the lawn',
  'Oil the hinges',
  'Paint the shed',
  'Prune the roses',
  'Repair the pump',
  'Stack the wood',
  'Sweep the yard',
];
const columns = ['To do', 'Doing', 'Done'];

/** Cards and columns that react only to HTML drag events and their DataTransfer. */
export const html5Drag = defineExercise<Html5Drag>({
  id: 'html5-drag',
  title: 'Chores',
  draw: (random) => {
    const cards = random.sample(chores, 5);
    const [first = '', second = ''] = random.sample(cards, 2);
    return {
      cards,
      moves: [
        { card: first, column: 'Done' },
        { card: second, column: 'Doing' },
      ],
    };
  },
  open:
    ({ cards }, bench) =>
    (visit) => {
      if (visit.path !== '') return undefined;
      if (visit.method === 'GET') return board(cards);
      for (const card of cards) {
        const column = visit.form.get(card);
        if (column !== null && column !== columns[0]) bench.record({ card, column });
      }
      return saved('The board is saved.');
    },
});

const board = (cards: readonly string[]) => html`<style>
#board { display: flex; gap: 1rem; }
section { flex: 1; min-height: 18rem; border: 1px solid #c5ccd6; border-radius: 6px; padding: 0 .8rem .8rem; background: #f4f6f9; }
section.over { background: #e2ecfb; }
h2 { font-size: 1rem; }
article { padding: .5rem .7rem; margin: .4rem 0; background: #fff; border: 1px solid #c5ccd6; border-radius: 4px; cursor: grab; }
</style>
<p>Every chore has its place in a column.</p>
<div id="board">${columns.map(
  (name, at) => html`<section aria-label="${name}" data-column="${name}"><h2>${name}</h2>
${at === 0 ? cards.map((card) => html`<article draggable="true" aria-label="${card}">${card}</article>`) : ''}</section>`,
)}</div>
<p><button type="button" id="save">Save the board</button></p>
<p role="status"></p>
<script type="module">
const { byHand } = window;
/** The dragged card, and the column where each card was dropped by a trusted event. */
let dragged = null;
const placed = new Map();
for (const card of document.querySelectorAll('article')) {
  const { textContent: name } = card;
  byHand(card, 'dragstart', ({ dataTransfer }) => {
    dragged = { card, name };
    dataTransfer.setData('text/plain', name);
    dataTransfer.effectAllowed = 'move';
  });
}
for (const column of document.querySelectorAll('section')) {
  const { column: name } = column.dataset;
  column.ondragover = (event) => {
    event.preventDefault();
    column.classList.add('over');
  };
  column.ondragleave = () => column.classList.remove('over');
  byHand(column, 'drop', (event) => {
    event.preventDefault();
    column.classList.remove('over');
    if (event.dataTransfer.getData('text/plain') !== dragged?.name) return;
    column.append(dragged.card);
    placed.set(dragged.name, name);
  });
}
byHand(document.getElementById('save'), 'click', async (_, post) => {
  await post('', Object.fromEntries(placed));
  document.querySelector('[role=status]').textContent = 'The board is saved.';
});
</script>`;
