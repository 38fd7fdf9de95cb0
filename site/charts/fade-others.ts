import type { Plugin } from 'chart.js';
import { isFaded, type View } from './view.ts';

/** Fades all lines except the highlighted one. */
export function fadeOthers(view: View): Plugin<'line'> {
  return {
    id: 'fade-others',
    beforeDatasetDraw({ ctx }, { index }) {
      ctx.save();
      if (isFaded(view, index)) ctx.globalAlpha = 0.18;
    },
    afterDatasetDraw({ ctx }) {
      ctx.restore();
    },
  };
}
