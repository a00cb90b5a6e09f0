/**
 * Every pair of states of every entity: the listed transitions are allowed, for admins with the listed permission; all others are refused.
 */
import { expect, it } from '@jest/globals';
import { SYSTEM, type Actor } from '../../../../common/entity/access';
import { entities } from '../../../../common/entities/index';
import { findColumn } from '../../../../common/entity/columns';
import { createRegistry } from '../../../../common/entity/registry';
import { Fault } from '../../../../common/protocol/faults';
import type { RequestContext } from '../../../context';
import { standardPermissions, createStaffActor, superAdminActor } from '../../../testing/engineHarness';
import { assertTransitions } from './transitions';

/** Written by hand: `from>to`, with the permission key it needs or `super`. */
const TRANSITIONS: Readonly<Record<string, readonly string[]>> = {
  'app.implement_status': ['0>1'],
  'app.running_status': ['0>1', '1>2', '1>3', '2>0', '2>1', '3>0', '3>1'],
  'app_business.publish_status': ['0>1 publish', '1>0 publish'],
  'app_plugin_version_api.route_status': ['0>1 route', '1>0 route'],
  'lead.handle_status': ['0>1', '0>2', '1>2', '1>0 reopen', '2>1 reopen'],
  'module.state': [
    'init>download',
    'init>unknown',
    'download>install',
    'download>init',
    'download>update',
    'download>unknown',
    'install>installed',
    'install>init',
    'install>update',
    'install>unknown',
    'installed>init',
    'installed>update',
    'installed>disabled',
    'installed>unknown',
    'disabled>installed',
    'disabled>unknown',
    'update>download',
    'update>installed',
    'update>unknown',
    'unknown>installed',
    'unknown>disabled',
    'unknown>init',
  ],
  'plugin_version_api.route_status': ['0>1 route', '1>0 route'],
  'terminal_task.status': ['0>1', '1>2', '2>3', '1>4', '2>4', '1>5', '2>5', '3>0', '4>0', '5>0'],
  'trial_request.is_handle': ['0>1', '0>2', '1>0 super', '2>0 super', '2>1 super', '1>2 super'],
};
const registry = createRegistry(entities);
const transitionEntities = registry.all.flatMap((entity) =>
  Object.keys(entity.spec.transitions ?? {}).map((field) => [`${entity.name}.${field}`, entity, field] as const),
);

it('transitions: the table lists every entity with states', () => {
  expect(transitionEntities.map(([name]) => name).sort()).toEqual(Object.keys(TRANSITIONS).sort());
});

// @case T4.08
it.each(transitionEntities)(
  'transitions of %s: only the listed ones are allowed, for any actor',
  (name, entity, field) => {
    const known = Object.values(findColumn(entity, field)?.options.values ?? {});
    const steps = new Map(
      (TRANSITIONS[name] ?? []).map((step): readonly [string, string] => {
        const [way = '', needs = ''] = step.split(' ');
        return [way, needs];
      }),
    );
    const node = [...steps.values()].find((need) => need !== '' && need !== 'super');
    const actors: readonly Actor[] = [
      superAdminActor(1),
      createStaffActor(2, standardPermissions(entity.name)),
      createStaffActor(3, [...standardPermissions(entity.name), `${entity.name}/${node ?? 'nothing'}`]),
      SYSTEM,
    ];
    const getOutcome = (actor: Actor, from: number | string, to: number | string | null) => {
      try {
        assertTransitions({ actor, lang: 'en' } as RequestContext, entity, { [field]: from }, { [field]: to });
        return 'done';
      } catch (error) {
        return error instanceof Fault ? error.code : String(error);
      }
    };
    const expectedOutcome = (actor: Actor, from: number | string, to: number | string | null): string => {
      const step = `${from}>${to}`;
      const needs = steps.get(step);
      if (needs === undefined) return 'row.move';
      if (needs === '' || actor.isSuper) return 'done';
      return needs !== 'super' && actor.permissions.has(`${entity.name}/${needs}`) ? 'done' : 'access.denied';
    };
    for (const actor of actors)
      for (const from of known)
        for (const to of [...known, 99, -1, 'one', '', null]) {
          const step = { by: actor.id, from, to };
          expect({ ...step, outcome: getOutcome(actor, from, to) }).toEqual({
            ...step,
            outcome: expectedOutcome(actor, from, to),
          });
        }
  },
);
