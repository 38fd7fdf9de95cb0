import { printed } from './printed.ts';

/** One case of a JUnit report, as Jenkins and GitLab read it. */
export type JunitCase = {
  classname: string;
  name: string;
  seconds: number;
  /** Null where it passed. `error`: it could not be decided; `skipped`: it was not played. */
  fault: { kind: 'failure' | 'error' | 'skipped'; type: string; message: string; text?: string } | null;
};

export type JunitSuite = { name: string; startedAt?: string; cases: readonly JunitCase[] };

export function junitXml(suites: readonly JunitSuite[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>${suites.map(suiteXml).join('')}</testsuites>\n`;
}

function suiteXml({ name, startedAt, cases }: JunitSuite): string {
  const count = (kind: string) => cases.filter(({ fault }) => fault?.kind === kind).length;
  const time = cases.reduce((sum, { seconds }) => sum + seconds, 0);
  const attributes = {
    name,
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: Math.round(time * 1000) / 1000,
    // The schema takes no zone and no fractions.
    ...(startedAt === undefined ? {} : { timestamp: startedAt.slice(0, 19) }),
  };
  return `<testsuite ${attributesXml(attributes)}>${cases.map(caseXml).join('')}</testsuite>`;
}

function caseXml({ classname, name, seconds, fault }: JunitCase): string {
  const open = `<testcase ${attributesXml({ classname, name, time: seconds })}`;
  if (fault === null) return `${open}/>`;
  const { kind, type, message, text } = fault;
  const attributes = attributesXml(kind === 'skipped' ? { message } : { type, message });
  const inside = text === undefined ? '/>' : `>${escaped(text)}</${kind}>`;
  return `${open}><${kind} ${attributes}${inside}</testcase>`;
}

function attributesXml(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escaped(String(value))}"`)
    .join(' ');
}

function escaped(text: string): string {
  return printed(text)
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
