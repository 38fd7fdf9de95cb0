/** Draws each chart when it comes near the window. Chart.js is loaded for the first one, so it does not delay the page. */
const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting || !(target instanceof HTMLCanvasElement)) continue;
      near.unobserve(target);
      import('./draw-chart.ts').then(
        ({ drawChart }) => drawChart(target),
        () => showTable(target),
      );
    }
  },
  { rootMargin: '300px' },
);

for (const canvas of document.querySelectorAll<HTMLCanvasElement>('canvas[data-chart]')) {
  // Before the drawing, so that the page does not move while it is read.
  const table = canvas.closest('figure')?.querySelector('details');
  if (table) table.open = false;
  canvas.tabIndex = 0;
  // An image has no keys.
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-roledescription', 'chart');
  near.observe(canvas);
}

/** Called if nothing can be drawn. */
function showTable(canvas: HTMLCanvasElement): void {
  const figure = canvas.closest('figure');
  for (const part of figure?.querySelectorAll<HTMLElement>('.key, .plots, .drawn') ?? []) part.hidden = true;
  const table = figure?.querySelector('details');
  if (table) table.open = true;
}
