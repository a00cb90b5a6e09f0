/** The same gate for people who cannot see it: four small questions in words, each answered by one digit. */
import { randomInt } from 'node:crypto';
import { lookUp, say } from '../../../common/locales/words';
import type { Lang } from '../../context';

export interface Question {
  readonly question: string;
  readonly answer: string;
}
const PLACES = ['first', 'second', 'third', 'fourth'] as const;
const FACTS = ['nose', 'eyes', 'triangle', 'car', 'hand', 'insect', 'week', 'spider'] as const;

/** Four digits, asked for in a language. */
export function newQuestion(lang: Lang): Question {
  const items = PLACES.map((place) => ({ place: say(lang, `captcha.places.${place}`), ...digit(lang) }));
  const list = items.map(({ place, question }) => say(lang, 'captcha.item', { place, question })).join(' ');
  return { question: say(lang, 'captcha.ask', { list }), answer: items.map(({ answer }) => answer).join('') };
}

const one = (low: number, high: number): number => randomInt(low, high + 1);

function digit(lang: Lang): Question {
  const numbers = (lookUp(lang, 'captcha.numbers') ?? '').split(' ');
  const word = (value: number): string => numbers[value] ?? String(value);
  const ask = (
    kind: 'plus' | 'minus' | 'half' | 'after' | 'before' | 'larger' | 'smaller',
    answer: number,
    a: number,
    b = 0,
  ): Question => ({ question: say(lang, `captcha.${kind}`, { a: word(a), b: word(b) }), answer: String(answer) });
  const answer = one(1, 9);
  const other = one(1, 8);
  const part = one(0, answer);
  const kinds: readonly (() => Question)[] = [
    () => ask('plus', answer, answer - part, part),
    () => ask('minus', answer, answer + other, other),
    () => ask('half', answer, answer * 2),
    () => ask('after', answer, answer - 1),
    () => ask('before', answer, answer + 1),
    () => ask('larger', Math.max(answer, other), answer, other),
    () => ask('smaller', Math.min(answer, other), answer, other),
    () => fact(lang),
  ];
  return kinds[randomInt(kinds.length)]?.() ?? fact(lang);
}

/** The words of a fact begin with its answer, which is cut off. */
function fact(lang: Lang): Question {
  const words = say(lang, `captcha.facts.${FACTS[randomInt(FACTS.length)] ?? 'week'}`);
  return { answer: words.charAt(0), question: words.slice(1).replace(/^[,，]\s*/, '') };
}
