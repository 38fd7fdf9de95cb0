import { expect, test } from 'vitest';
import { findElements } from '../../task/walkthroughs/find-element.ts';
import { elementsOfFrames } from './openchrome-frames.ts';

const answer = `[51]<html/>
  [62]<body/>
    [50]<main/>
      [63]<h1/>Three boxes
      [64]<button/>Around the frames ★
      [65]<iframe title="First box" src="own"/>
      --page-separator-- iframe: own
        [80]<form/>
          [79]<input type="hidden" name="seal"/> ★
          [81]<label/>First word
            [84]<input type="hidden" name="seal"/> ★
            [83]<input name="word"/> ★
          [86]<button/>Keep the first word ★
      [103]<iframe title="Second box" src="outer"/>
      --page-separator-- iframe: outer
        [104]<iframe title="Inner box" src="nested"/>
        --page-separator-- iframe: nested
          [119]<label/>Second word
            [121]<input name="word"/> ★
      [130]<button/>Behind the frames ★
`;

test('fields and buttons in frames are found by label and name, also in nested frames', () => {
  const elements = elementsOfFrames(answer);
  const refs = (target: Parameters<typeof findElements>[1]) =>
    findElements(elements, target).map(({ ref }) => ref);
  expect(refs({ label: 'First word' })).toEqual(['83']);
  expect(refs({ label: 'Second word' })).toEqual(['121']);
  expect(refs({ role: 'button', name: 'Keep the first word' })).toEqual(['86']);
});

test('the page around the frames is left out', () => {
  const names = elementsOfFrames(answer).map(({ name }) => name);
  expect(names).toContain('First word');
  expect(names.filter((name) => /boxes|Around|Behind/.test(name))).toEqual([]);
  expect(elementsOfFrames('[51]<html/>\n  [62]<button/>Save ★\n')).toEqual([]);
});

test('the pattern of an element finds it, and elements with the same name, in the answer', () => {
  for (const { ref, find, name } of elementsOfFrames(answer)) {
    if (find === null) throw new Error(`${name} has no pattern`);
    const found = [...answer.matchAll(new RegExp(`${find.before}(${find.ref})${find.after}`, 'g'))];
    expect(found.map(([, told]) => told)).toContain(ref);
  }
});
