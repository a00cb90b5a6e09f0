/** Columns that stand last in the menu of columns. */
import { expect, it } from '@jest/globals';
import { getColumns } from '../../../../common/entity/columns';
import { lead } from '../../../../common/entities/lead';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { isTechnicalColumn } from './isTechnicalColumn';

it('isTechnicalColumn: columns that neither the list nor the form names', () => {
  const technical = [...getColumns(userMoneyLog).keys()].filter((name) => isTechnicalColumn(userMoneyLog, name));
  expect(technical).toEqual(expect.arrayContaining(['idem', 'hash', 'revision']));
  expect(technical).not.toEqual(expect.arrayContaining(['money']));
  const usual = ['name', 'job_position', 'status', 'create_time', 'update_time', 'headcount'];
  expect(usual.filter((name) => isTechnicalColumn(lead, name))).toEqual([]);
});
