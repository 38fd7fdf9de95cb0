import { html } from 'hono/html';
import { inScript, saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type Canvas = {
  row: string;
  seat: number;
  /** The rows from the top. The stage may be at either end. */
  rows: string[];
  /** The seat numbers from the left, on both sides of an aisle; null is the aisle. */
  columns: (number | null)[];
  taken: string[];
};

/** In CSS pixels of the window. The position of the plan does not depend on the page around it. */
const plan = { left: 160, top: 200, cell: 42, legend: 34 };

/** A seating plan that exists only as a picture. A click at its position chooses a seat. */
export const canvas = defineExercise<Canvas>({
  id: 'canvas',
  title: 'Seats for tonight',
  draw: (random) => {
    const letters = [...'ABCDEFGHI'];
    const rows = random.chance(0.5) ? letters : letters.toReversed();
    const numbers = Array.from({ length: 14 }, (_, index) => index + 1);
    const ordered = random.chance(0.5) ? numbers : numbers.toReversed();
    const columns = ordered.toSpliced(random.int(4, 6), 0, Number.NaN).map((each) => each || null);
    // The middle row is free: a click on the centre of the plan hits a seat there, which is never the wanted
    // seat.
    const others = rows.filter((_, index) => index !== 4);
    const row = random.pick(others);
    const seat = random.pick(numbers.filter((each) => each !== 7 && each !== 8));
    const taken = random
      .sample(
        others.flatMap((each) => numbers.map((number) => `${each}${number}`)),
        34,
      )
      .filter((each) => each !== `${row}${seat}` && each !== `${row}${15 - seat}`);
    return { row, seat, rows, columns, taken };
  },
  open: (drawn, bench) => (visit) => {
    if (visit.method === 'POST' && visit.path === 'book') {
      bench.record({ row: visit.form.get('row') ?? '', seat: Number(visit.form.get('seat')) });
      return saved();
    }
    return visit.path === '' ? page(drawn) : undefined;
  },
});

/** The centre of a seat, in CSS pixels of the window. */
export function pointOf({ rows, columns }: Canvas, row: string, seat: number): { x: number; y: number } {
  const at = (index: number) => plan.legend + (index + 0.5) * plan.cell;
  return { x: plan.left + at(columns.indexOf(seat)), y: plan.top + at(rows.indexOf(row)) };
}

const page = ({ rows, columns, taken }: Canvas) => html`<p>Choose a seat on the plan. Grey ones are taken.</p>
<p><button type="button" id="book">Book the seat</button> <span role="status"></span></p>
<canvas role="img" aria-label="Seating plan" style="position: absolute; left: ${plan.left}px; top: ${plan.top}px"
  width="${plan.legend + columns.length * plan.cell}" height="${plan.legend + rows.length * plan.cell}"></canvas>
<script type="module">
const { byHand } = window;
const plan = ${inScript({ ...plan, rows, columns, taken })};
const canvas = document.querySelector('canvas');
const brush = canvas.getContext('2d');
const status = document.querySelector('[role=status]');
let chosen = null;
const draw = () => {
  brush.clearRect(0, 0, canvas.width, canvas.height);
  brush.font = '15px system-ui, sans-serif';
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  const middle = (index) => plan.legend + (index + .5) * plan.cell;
  const write = (text, x, y, colour) => { brush.fillStyle = colour; brush.fillText(text, x, y); };
  plan.columns.forEach((seat, column) => write(seat ?? '', middle(column), plan.legend / 2, '#1c2430'));
  plan.rows.forEach((row, line) => {
    write(row, plan.legend / 2, middle(line), '#1c2430');
    plan.columns.forEach((seat, column) => {
      if (seat === null) return;
      const isChosen = chosen && chosen.row === row && chosen.seat === seat;
      brush.fillStyle = isChosen ? '#d97706' : plan.taken.includes(row + seat) ? '#c5ccd6' : '#2f855a';
      brush.fillRect(middle(column) - 15, middle(line) - 15, 30, 30);
    });
  });
};
byHand(canvas, 'click', (event) => {
  const box = canvas.getBoundingClientRect();
  const column = Math.floor((event.clientX - box.left - plan.legend) / plan.cell);
  const line = Math.floor((event.clientY - box.top - plan.legend) / plan.cell);
  const row = plan.rows[line];
  const seat = plan.columns[column];
  if (!row || !seat || plan.taken.includes(row + seat)) return;
  chosen = { row, seat };
  draw();
});
byHand(document.getElementById('book'), 'click', async (_, post) => {
  if (!chosen) { status.textContent = 'No seat is chosen.'; return; }
  await post('book', chosen);
  status.textContent = 'Your seat is booked.';
});
draw();
</script>`;
