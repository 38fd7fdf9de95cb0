/** Draws each chart when it comes near the window. Chart.js is loaded for the first one, and not on its page's way. */
const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting || !(target instanceof HTMLCanvasElement)) continue;
      near.unobserve(target);
      void import('./draw-chart.ts').then(({ drawChart }) => drawChart(target));
    }
  },
  { rootMargin: '300px' },
);
for (const canvas of document.querySelectorAll('canvas[data-chart]')) near.observe(canvas);
