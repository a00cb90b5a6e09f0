/** Activation codes are made by the house: a hundred random bits, in letters nobody mistakes for others. */
import { randomInt } from 'node:crypto';
import { activationCode } from '../../common/entities/activationCode';
import { behave } from '../engine/behaviour';

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const GROUPS = 4;
const LENGTH = 5;

export const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-');

export const activationCodeBehaviour = behave(activationCode, {
  beforeWrite: (_step, changes, before) =>
    before === undefined && changes.code === undefined ? { ...changes, code: newCode() } : changes,
});
