/** Activation codes in the console: known by their end, told whole to whoever may. */
import { activationCode } from '../../../../common/entities/activationCode';
import { isWholeCode } from '../../../../common/text/codes';
import { override, type Shows } from '../../../engine/override';
import { jointPart, lazyPart } from '../../../ui/lazyPart';

const CodeCell = jointPart(async () => (await import('./CodeParts')).CodeCell);
/** A code has its place once it was made. */
const shows: Shows = (field, valueOf) => field !== 'code' || valueOf('code') !== null;

export const activationCodeScreen = override(activationCode, {
  cells: { code: CodeCell },
  below: { code: lazyPart(async () => (await import('./CodeParts')).BelowCode) },
  bulkExtra: lazyPart(async () => (await import('./CodeParts')).BulkCodes, 'small'),
  isSecret: isWholeCode,
  sayTitle: (title) => `•••• ${title}`,
  ownActions: true,
  shows,
});
