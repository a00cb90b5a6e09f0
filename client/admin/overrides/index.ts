/** The console's exceptions to derived screens, one line each. */
import { adminGroupScreen } from './adminGroup';

export const overrides = [adminGroupScreen];
