import type { Chart, CoreChartOptions } from 'chart.js';
import type { Drawn } from './chart.ts';
import { type Cursor, moved } from './cursor.ts';
import { textOf } from './read-table.ts';
import type { View } from './view.ts';

/** Interaction with a figure: a reader hides, highlights and follows lines in all of its charts at once. */
export type Exploration = { view: View } & Pick<CoreChartOptions<'line'>, 'onHover' | 'onClick'>;

/** `charts` returns the charts of the figure that are drawn so far. */
export function exploreFigure(
  figure: HTMLElement,
  table: HTMLTableElement,
  charts: () => Drawn[],
): Exploration {
  const buttons = [...figure.querySelectorAll<HTMLButtonElement>('.key button')];
  const status = figure.querySelector<HTMLElement>('[role=status]');
  const lines = [...table.tBodies].map(({ rows: [heading, ...rows] }) => ({ label: textOf(heading), rows }));
  const hidden = new Set(buttons.flatMap((button, line) => (isPressed(button) ? [] : [line])));
  const view = { hidden, highlighted: null as number | null };
  let cursor: Cursor | null = null;

  const highlight = (line: number | null) => {
    if (view.highlighted === line) return;
    view.highlighted = line;
    for (const chart of charts()) chart.draw();
  };
  /** The line that stays highlighted if nothing is pointed at. */
  const rest = () => highlight(cursor?.line ?? null);

  const show = (line: number, isShown: boolean) => {
    buttons[line]?.setAttribute('aria-pressed', String(isShown));
    if (isShown) hidden.delete(line);
    else hidden.add(line);
    for (const chart of charts()) {
      chart.setDatasetVisibility(line, isShown);
      chart.update();
    }
  };

  const goTo = (to: Cursor | null, focused?: EventTarget) => {
    cursor = to;
    for (const chart of charts()) {
      const value = to && chart.data.datasets[to.line]?.data[to.index]?.y;
      const active = to && value != null ? [{ datasetIndex: to.line, index: to.index }] : [];
      chart.setActiveElements(active);
      chart.tooltip?.setActiveElements(chart.canvas === focused ? active : [], { x: 0, y: 0 });
      chart.update();
    }
    rest();
    tell();
  };

  const tell = () => {
    const line = cursor && lines[cursor.line];
    const row = cursor && line?.rows[cursor.index];
    const [run, ...cells] = row ? [...row.cells] : [];
    if (!line || !run) return status?.replaceChildren();
    const titles = [...(table.tHead?.rows[0]?.cells ?? [])].slice(1).map(textOf);
    const link = document.createElement('a');
    link.href = addressOf(run);
    link.textContent = textOf(run);
    const said = cells.flatMap((cell, index) => [
      `${index === 0 ? ': ' : '; '}${titles[index]} `,
      unbroken(textOf(cell)),
    ]);
    status?.replaceChildren(`${line.label}, `, link, ...said);
  };

  const open = ({ line, index }: Cursor, isApart: boolean) => {
    const address = addressOf(lines[line]?.rows[index]?.cells[0]);
    if (address === '') return;
    if (isApart) window.open(address, '_blank', 'noopener');
    else location.assign(address);
  };

  buttons.forEach((button, line) => {
    button.addEventListener('click', () => show(line, !isPressed(button)));
    for (const type of ['pointerenter', 'focus']) button.addEventListener(type, () => highlight(line));
    for (const type of ['pointerleave', 'blur']) button.addEventListener(type, rest);
  });
  for (const canvas of figure.querySelectorAll('canvas')) {
    canvas.addEventListener('pointerleave', rest);
    canvas.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'Enter' && cursor) return open(cursor, event.shiftKey);
      const to = moved(
        cursor,
        event.key,
        lines.map(({ rows }) => rows.length),
        hidden,
      );
      if (to === undefined) return;
      event.preventDefault();
      goTo(to, canvas);
    });
  }

  return {
    view,
    onHover: (event, _, chart) => {
      const at = pointAt(event, chart);
      chart.canvas.classList.toggle('on-point', at !== null);
      if (at) highlight(at.line);
      else rest();
    },
    onClick: (event, _, chart) => {
      const at = pointAt(event, chart);
      if (!at || !(event.native instanceof MouseEvent)) return;
      // A finger cannot hover, so a tap shows the point with its link.
      const isTouch = event.native instanceof PointerEvent && event.native.pointerType === 'touch';
      if (isTouch) goTo(at, chart.canvas);
      else open(at, event.native.ctrlKey || event.native.metaKey);
    },
  };
}

type AtPointer = Parameters<Chart['getElementsAtEventForMode']>[0];

function pointAt({ native }: { native: Event | null }, chart: Chart): Cursor | null {
  if (!native) return null;
  // Chart.js accepts an event of the browser here, but its types name only its own.
  const found = chart.getElementsAtEventForMode(
    native as AtPointer,
    'nearest',
    { intersect: true },
    false,
  )[0];
  return found ? { line: found.datasetIndex, index: found.index } : null;
}

/** Keeps numbers and units on one line. */
function unbroken(text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = 'span';
  element.textContent = text;
  return element;
}

function isPressed(button: HTMLButtonElement): boolean {
  return button.getAttribute('aria-pressed') === 'true';
}

function addressOf(cell: Element | undefined): string {
  return cell?.querySelector('a')?.href ?? '';
}
