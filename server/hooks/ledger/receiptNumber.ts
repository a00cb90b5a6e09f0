/** Receipt numbers: random, so that two of them do not reveal the number of entries between them. */
import { randomInt } from 'node:crypto';
import { CODE_LETTERS } from '../../../common/text/activationCode';

const GROUP_COUNT = 3;
const GROUP_LENGTH = 4;
const group = () => Array.from({ length: GROUP_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');

/** Sixty random bits in three groups of four letters and digits, as in `7QMK-2XRD-9HTW`. */
export const createReceiptNumber = (): string => Array.from({ length: GROUP_COUNT }, group).join('-');
