/** The text alternative of the captcha: four small questions, each answered by one digit. */
import { randomInt } from 'node:crypto';
import { findTranslation, translate } from '../../../common/locales/translate';
import type { Lang } from '../../../common/lang';

export interface TextQuestion {
  readonly question: string;
  readonly answer: string;
}
const ORDINALS = ['first', 'second', 'third', 'fourth'] as const;
const FACTS = ['nose', 'eyes', 'triangle', 'car', 'hand', 'insect', 'week', 'spider'] as const;

/** A question for four digits in a language. */
export function createTextQuestion(lang: Lang): TextQuestion {
  const items = ORDINALS.map((ordinal) => ({
    place: translate(lang, `captcha.places.${ordinal}`),
    ...createDigitQuestion(lang),
  }));
  const list = items.map((item) => translate(lang, 'captcha.item', item)).join(' ');
  return { question: translate(lang, 'captcha.ask', { list }), answer: items.map(({ answer }) => answer).join('') };
}

const randomInteger = (low: number, high: number): number => randomInt(low, high + 1);

function createDigitQuestion(lang: Lang): TextQuestion {
  const numbers = (findTranslation(lang, 'captcha.numbers') ?? '').split(' ');
  const numberWord = (value: number): string => numbers[value] ?? String(value);
  const buildQuestion = (
    kind: 'plus' | 'minus' | 'half' | 'after' | 'before' | 'larger' | 'smaller',
    answer: number,
    a: number,
    b = 0,
  ): TextQuestion => ({
    question: translate(lang, `captcha.${kind}`, { a: numberWord(a), b: numberWord(b) }),
    answer: String(answer),
  });
  const answer = randomInteger(1, 9);
  const other = randomInteger(1, 8);
  const part = randomInteger(0, answer);
  const kinds: readonly (() => TextQuestion)[] = [
    () => buildQuestion('plus', answer, answer - part, part),
    () => buildQuestion('minus', answer, answer + other, other),
    () => buildQuestion('half', answer, answer * 2),
    () => buildQuestion('after', answer, answer - 1),
    () => buildQuestion('before', answer, answer + 1),
    () => buildQuestion('larger', Math.max(answer, other), answer, other),
    () => buildQuestion('smaller', Math.min(answer, other), answer, other),
    () => createFactQuestion(lang),
  ];
  return kinds[randomInt(kinds.length)]?.() ?? createFactQuestion(lang);
}

/** The text of a fact starts with its answer, which is cut off. */
function createFactQuestion(lang: Lang): TextQuestion {
  const sentence = translate(lang, `captcha.facts.${FACTS[randomInt(FACTS.length)] ?? 'week'}`);
  return { answer: sentence.charAt(0), question: sentence.slice(1).replace(/^[,，]\s*/, '') };
}
