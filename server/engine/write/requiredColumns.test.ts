/** New rows with a required value that their writer may neither see nor set. */
import { expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import { columnsToFill } from '../../../common/entity/validate';
import { limitedAdmin, superAdmin } from '../../testing/actors';
import { databases, startWorld } from '../../testing/world';

it('columnsToFill: names the mobile number of a lead', () => {
  expect(columnsToFill(entities.lead).map(({ name }) => name)).toContain('mobile');
});

it.each(databases())(
  'create: names the required column that an admin may not set, and stores the row of one who may, on %s',
  async (database) => {
    const world = await startWorld({ database });
    try {
      const blind = await limitedAdmin(world, ['lead/index', 'lead/add'], 'all');
      const sighted = await limitedAdmin(world, ['lead/index', 'lead/add', 'lead/see_restricted'], 'all');
      const lead = { name: 'Zoe', mobile: '13812340101', content: 'hello there' };
      const why = 'This field is required, and you may not fill it in';
      const added = await blind.post('/admin/lead/add', lead);
      expect([added.code, added.data.fields]).toEqual([0, { mobile: why }]);
      const batch = await blind.post('/admin/lead/batchAdd', { list: [lead] });
      expect([batch.code, batch.data.fields]).toEqual([0, { 'list.0.mobile': why }]);
      const root = await superAdmin(world);
      expect((await root.get('/admin/lead/index')).data.total).toBe(0);
      expect((await sighted.post('/admin/lead/add', lead)).code).toBe(1);
    } finally {
      await world.end();
    }
  },
);
