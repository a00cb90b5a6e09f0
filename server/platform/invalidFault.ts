import type { Issue } from '../../common/entity/issue';
import { fault, type Fault } from '../../common/protocol/faults';

/** The error of invalid values, with an issue for each field: `row.invalid`. */
export const invalidFault = (...fields: Issue[]): Fault => fault('row.invalid', undefined, { fields });
