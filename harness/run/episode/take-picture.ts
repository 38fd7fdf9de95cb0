import { type Picture, pictureOf } from '../../browser/capture-picture.ts';
import { sha256 } from '../../platform/digest.ts';
import type { Stage } from './stage.ts';

/** Takes a picture of the page after a step, where the episode is to have them. It costs neither time nor episode. */
export async function takePicture(stage: Stage): Promise<void> {
  if (stage.plan.pictures?.when !== 'each_step') return;
  await asideOf(stage, () => stage.observer.picture());
}

/** Of an episode that has none of its steps: one of the end, made of the screenshot that shows why it did not pass. */
export async function takePictureOfEnd(stage: Stage, png: Buffer | null): Promise<void> {
  if (stage.plan.pictures?.when !== 'failed_end' || !png) return;
  await asideOf(stage, () => pictureOf(png));
}

async function asideOf(
  { plan, deadline, log, recorder }: Stage,
  take: () => Promise<Picture | null>,
): Promise<void> {
  deadline.pause();
  try {
    const picture = await log.watch.aside(take);
    if (!picture) return;
    const { webp, width, height } = picture;
    const digest = sha256(webp);
    plan.pictures?.taken(digest, webp);
    log.emit({ type: 'picture', seq: recorder.stepCount, sha256: digest, width, height });
  } catch {
    // A page that is not there to be seen any more.
  } finally {
    deadline.resume();
  }
}
