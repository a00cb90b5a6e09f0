/** Receipt numbers: random, so that two of them tell nothing about the entries between. */
import { randomInt } from 'node:crypto';
import { CODE_LETTERS } from '../../../common/text/codes';

const GROUPS = 3;
const GROUP = 4;
const group = () => Array.from({ length: GROUP }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');

/** Sixty random bits in three groups of four letters and digits, as in `7QMK-2XRD-9HTW`. */
export const newReceipt = (): string => Array.from({ length: GROUPS }, group).join('-');
