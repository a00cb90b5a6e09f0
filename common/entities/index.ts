/** The registry of nouns: one line an entity, in alphabetical order. */
import { defineRegistry } from '../entity/registry';
import { admin } from './admin';
import { adminGroup } from './adminGroup';
import { adminLog } from './adminLog';
import { attachment } from './attachment';
import { enterprise } from './enterprise';
import { enterpriseStaff } from './enterpriseStaff';
import { menuRule } from './menuRule';
import { navigation } from './navigation';
import { news } from './news';
import { newsCategory } from './newsCategory';
import { notice } from './notice';
import { preference } from './preference';
import { securityEvent } from './securityEvent';
import { user } from './user';
import { userGroup } from './userGroup';

export const entities = defineRegistry({
  admin,
  adminGroup,
  adminLog,
  attachment,
  enterprise,
  enterpriseStaff,
  menuRule,
  navigation,
  news,
  newsCategory,
  notice,
  preference,
  securityEvent,
  user,
  userGroup,
});
