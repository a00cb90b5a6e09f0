/** Patterns of texts. Every expression runs in linear time, so no input can make it slow. */
import { LIMITS } from '../limits';
import { codePointLength } from '../text/normalize';
import type { Pattern } from './field';

const shape = (expression: RegExp) => (text: string) => expression.test(text);

const EMAIL =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,63}$/;
const isEmail = (text: string) => text.length <= LIMITS.emailMaxChars && EMAIL.test(text) && !/^\.|\.\.|\.@/.test(text);
const MAINLAND_MOBILE = /^(?:\+?86)?1[3-9]\d{9}$/;
const INTERNATIONAL = /^\+[1-9]\d{6,14}$/;
const isMobile = (text: string) => MAINLAND_MOBILE.test(text) || INTERNATIONAL.test(text);
/** A landline number as people write it: digits with spaces, hyphens, brackets and an extension. */
const isPhone = (text: string) =>
  /^\+?[\d ()-]{5,24}(?:(?: ?(?:x|ext\.?|转)) ?\d{1,6})?$/.test(text) && /\d{5}/.test(text.replace(/\D/g, ''));
const HTTP = /^https?:\/\/[^\s/?#@\\"'<>`]+(?:[/?#][^\s\\"'<>`]*)?$/i;
const isPath = (text: string) => /^\/(?![/\\])[^\s\\"'<>`]*$/.test(text) || text === '/';

/** Whether a text matches the pattern. The length is checked elsewhere, except where the pattern limits it. */
export const PATTERNS: Readonly<Record<Pattern | 'icon' | 'color' | 'password', (text: string) => boolean>> = {
  email: isEmail,
  mobile: isMobile,
  phone: (text) => isMobile(text) || isPhone(text),
  url: shape(HTTP),
  link: (text) => HTTP.test(text) || isPath(text),
  account: shape(new RegExp(`^[A-Za-z][A-Za-z0-9_]{${LIMITS.accountMin - 1},${LIMITS.accountMax - 1}}$`)),
  name: shape(/^[\p{L}\p{M}\p{N} _.-]+$/u),
  /** The name of a person as visitors write it: O’Brien, Anna (sales), 买买提·艾力. */
  person_name: shape(/^[\p{L}\p{M}\p{N} _.,'’ʼ·・()（），-]+$/u),
  slug: shape(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  /** A route below the root of the realm, or a component path: without a scheme and without `..`. */
  path: (text) =>
    /^[A-Za-z0-9/_.:?=&%[\]-]+$/.test(text) && !/(?:^|\/)\.\.(?:\/|$)|^\/\/|:\/\/|^[A-Za-z][A-Za-z0-9+.-]*:/.test(text),
  /** No part is `.` or `..`. */
  node: shape(/^\w[\w.]*(?:\/\w[\w.]*)*$/),
  /** A name that code may use. It begins with a letter, so it is not a key of the language such as `__proto__`. */
  variable: (text) => /^[a-z][a-z0-9_]{0,62}$/.test(text) && text !== 'constructor' && text !== 'prototype',
  icon: shape(/^[A-Za-z0-9][A-Za-z0-9 _:-]{0,63}$/),
  color: shape(/^#[0-9A-Fa-f]{6}$/),
  password: (text) => {
    const length = codePointLength(text);
    return length >= LIMITS.passwordMin && length <= LIMITS.passwordMax && !/[&<>"']/.test(text);
  },
};
