/** Choices of a design: the standard columns of its list, and the rows that others may read. */
import { crudDesign } from '../entities/crudDesign';

const { standard_columns: standardColumns, member_read: memberRead } = crudDesign.spec.fields;
/** Standard columns that a list can show besides the designed fields. */
export const STANDARD_LIST_COLUMNS = standardColumns.options.values;
/** Rows that members and guests may read: none, all, or those whose `status` is enabled. */
export const PUBLIC_READ_CHOICES = memberRead.options.values;
