/** Activation codes in the console: known by their end, told whole to whoever may. */
import { activationCode } from '../../../../common/entities/activationCode';
import { isFullCode } from '../../../../common/text/activationCode';
import { defineOverride, type IsFieldVisible } from '../../../engine/override';
import { lazyTogether, lazyWithRetry } from '../../../ui/lazyWithRetry';

const CodeCell = lazyTogether(async () => (await import('./CodeParts')).CodeCell);
/** A code has its place once it was made. */
const shows: IsFieldVisible = (field, valueOf) => field !== 'code' || valueOf('code') !== null;

export const activationCodeScreen = defineOverride(activationCode, {
  cells: { code: CodeCell },
  belowField: { code: lazyWithRetry(async () => (await import('./CodeParts')).BelowCode) },
  bulkActions: lazyWithRetry(async () => (await import('./CodeParts')).BulkCodes, 'small'),
  isSensitiveSearch: isFullCode,
  translateTitle: (title) => `•••• ${title}`,
  customActions: true,
  isFieldVisible: shows,
});
