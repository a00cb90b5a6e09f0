/** The table of behaviours: one line for every entity that does more than the ordinary. */
import type { Behaviours } from '../engine/act';
import { adminBehaviour, type AdminDeps } from './admin';
import { adminGroupBehaviour } from './adminGroup';
import { journal } from './journal';
import { menuRuleBehaviour } from './menuRule';
import { tellConcerned } from './notices';
import { userBehaviour } from './user';

export const createBehaviours = (deps: AdminDeps): Behaviours => ({
  all: [adminBehaviour(deps), adminGroupBehaviour, menuRuleBehaviour, userBehaviour(deps)],
  journal,
  observers: [tellConcerned],
});
