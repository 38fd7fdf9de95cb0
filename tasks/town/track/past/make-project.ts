import type { Person } from '../../../../harness/web/host-handler.ts';
import { instantOf } from '../../state/days.ts';
import type { Comment, Event, Issue } from '../state/rows.ts';
import { endsOf, labelsOf, milestoneOf, priorityOf } from './draws.ts';
import { fill } from './fill.ts';
import { minutesOf } from './moments.ts';
import type { Speaker } from './plot.ts';
import { type Occasion, occasionsOf } from './schedule.ts';
import type { Setting } from './setting.ts';
import { type Choice, stepsTo, timesOf } from './told.ts';

export type Told = { readonly issue: Issue; readonly place: string; readonly original: string | null };
export type ProjectPast = { told: Told[]; comments: Comment[]; events: Event[] };

const days = 400;

export function makeProject(setting: Setting): ProjectPast {
  const { world, random, words } = setting;
  const past: ProjectPast = { told: [], comments: [], events: [] };
  const now = minutesOf(world.now);
  const occasions = occasionsOf(random, words);
  const keys = new Map<Occasion, string>();
  let number = random.int(18, 90);
  let last = 0;
  occasions.forEach((occasion, index) => {
    number += random.chance(0.06) ? 2 : 1;
    const age = Math.floor(days * ((occasions.length - index - 0.5) / occasions.length) ** 1.7);
    const midnight = now - (now % 1440) - age * 1440;
    const created = Math.min(Math.max(midnight + random.int(430, 1180), last + 3), now - 150 + index);
    last = created;
    const key = `${words.id}-${number}`;
    keys.set(occasion, key);
    const original = occasion.again && (keys.get(occasion.again) ?? null);
    tell(setting, past, occasion, { key, created, age, original, now });
  });
  return past;
}

type Place = { key: string; created: number; age: number; original: string | null; now: number };

function tell(
  setting: Setting,
  past: ProjectPast,
  occasion: Occasion,
  { key, created, age, original, now }: Place,
) {
  const { world, random, words, hands, reporters } = setting;
  const { plot } = occasion;
  const choice: Choice = {
    pick: (list) => list[random.int(0, list.length - 1)] as (typeof list)[number], // never of an empty list
    chance: random.chance,
  };
  const { person: me } = world;
  const isMine = hands.includes(me);
  const assignee = isMine && choice.chance(0.2) ? me : choice.pick(hands);
  const isOther = (each: Person) => each !== assignee;
  const others = (choice.chance(0.5) ? hands : reporters).filter(isOther);
  const author = assignee !== me && choice.chance(0.1) ? me : choice.pick(others);
  const helper = choice.pick(hands.filter((each) => isOther(each) && each !== author));
  const ends = endsOf(choice, age, original, plot.drop[0]);
  const isAssigned = ends.status !== 'open' || choice.chance(0.5);
  const filling = { ...occasion.filling, ...namesOf({ author, assignee, helper }), original: original ?? '' };
  const steps = stepsTo(ends, plot, { author, assignee, helper }, { filling, isAssigned, choice });
  const isDone = ends.reason === null || ends.reason === 'done';
  const times = timesOf(created, now, steps.length, () => random.int(40, 60 * 70));
  steps.forEach((step, index) => {
    const row = { issue: key, at: instantOf(times[index] ?? created) };
    const id = `${key}:${index + 1}`;
    if ('says' in step) past.comments.push({ id, ...row, author: step.who.id, text: step.says });
    else
      past.events.push({ id, ...row, actor: step.who.id, field: step.field, from: step.from, to: step.to });
  });
  const issue: Issue = {
    id: key,
    key,
    formerKeys: [],
    project: words.id,
    title: occasion.title,
    text: fill(original === null ? plot.text : beginningOf(plot.text), filling),
    author: author.id,
    created: instantOf(created),
    ...ends,
    assignee: isAssigned && isDone ? assignee.id : null,
    priority: priorityOf(choice, plot.labels.includes('safety')),
    labels: labelsOf(setting, choice, occasion),
    milestone: original === null ? milestoneOf(setting, choice, ends, age) : null,
    estimate: original === null && choice.chance(0.7) ? random.int(...plot.hours) : null,
  };
  past.told.push({ issue, place: occasion.place, original });
}

/** Duplicate reports have shorter texts. */
const beginningOf = (text: string) => text.replace(/(?<=[.?])\s.*/s, '');

function namesOf(cast: Record<Speaker, Person>) {
  const first = ({ name }: Person) => name.split(' ')[0] ?? name;
  return {
    author: first(cast.author),
    assignee: first(cast.assignee),
    helper: first(cast.helper),
    'helper.handle': cast.helper.email.split('@')[0] ?? '',
  };
}
