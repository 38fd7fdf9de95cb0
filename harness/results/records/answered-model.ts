import type { RunConfig } from './result.ts';

/**
 * The model that answered a run in place of the requested one; null if the requested model answered, or if the API
 * names none. A third-party agent may ask other models beside its own, so there the requested one only has to be among
 * them.
 */
export function otherModelOf({ kind, model }: Pick<RunConfig, 'kind' | 'model'>): string | null {
  if (!model?.answered || model.endpoint === 'local') return null;
  const wanted = wordsOf(model.asked);
  const names = model.answered.split(', ');
  const others = names.filter((name) => wordsOf(name) !== wanted);
  if (kind === 'agent' && others.length < names.length) return null;
  return others[0] ?? null;
}

/**
 * The configuration after a model has answered, with the models that answered before. A run that another model than the
 * requested one answered is a rehearsal.
 */
export function withAnswer(config: RunConfig, answered: string | null | undefined): RunConfig {
  if (!answered || !config.model) return config;
  const names = new Set(`${answered}, ${config.model.answered ?? answered}`.split(', '));
  const now = { ...config, model: { ...config.model, answered: [...names].sort().join(', ') } };
  return otherModelOf(now) === null ? now : { ...now, rehearsal: true };
}

/** Suffixes that name a version of a model, or where a host runs it, and not another model. */
const versions = /^(latest|preview|exp|experimental|beta|stable|free|v?\d{3,})$/;
const dates = /\b20\d{2}-\d{2}(-\d{2})?\b/g;

/** The words of a model's name without owner, version and date, in one order: hosts write them in several. */
function wordsOf(name: string): string {
  const own = name.toLowerCase().split('/').at(-1) ?? '';
  const words = own.replaceAll(dates, ' ').split(/[^a-z0-9]+/);
  return words
    .filter((word) => word !== '' && !versions.test(word))
    .sort()
    .join(' ');
}
