/** Link to the permission explanation beside the add button, in the lists of admins and role groups. */
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

export const AccessLink = lazyWithRetry(
  async () => (await import('./PermissionExplanationLink')).PermissionExplanationLink,
  'small',
);
