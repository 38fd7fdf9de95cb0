import type { Plugin } from 'chart.js';
import { isFaded, type View } from './view.ts';

/** Lets all lines but the highlighted one stand back. */
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
