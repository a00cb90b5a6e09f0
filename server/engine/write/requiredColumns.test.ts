/** New rows with a required column that their creator may neither read nor write. */
import { expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import { requiredColumns } from '../../../common/entity/requiredColumns';
import { limitedAdmin, superAdmin } from '../../testing/callers';
import { testDialects, startTestServer } from '../../testing/testServer';

it('requiredColumns: contains the mobile number of a lead', () => {
  expect(requiredColumns(entities.lead).map(({ name }) => name)).toContain('mobile');
});

it.each(testDialects())(
  'create: names the required column that an admin may not set, and stores the row of one who may, on %s',
  async (database) => {
    const testServer = await startTestServer({ database });
    try {
      const adminWithoutField = await limitedAdmin(testServer, ['lead/index', 'lead/add'], 'all');
      const adminWithField = await limitedAdmin(testServer, ['lead/index', 'lead/add', 'lead/see_restricted'], 'all');
      const leadDraft = { name: 'Zoe', mobile: '13812340101', content: 'hello there' };
      const expectedMessage = 'This field is required, but you don’t have permission to fill it in';
      const added = await adminWithoutField.post('/admin/lead/add', leadDraft);
      expect([added.code, added.data.fields]).toEqual([0, { mobile: expectedMessage }]);
      const batch = await adminWithoutField.post('/admin/lead/batchAdd', { list: [leadDraft] });
      expect([batch.code, batch.data.fields]).toEqual([0, { 'list.0.mobile': expectedMessage }]);
      const root = await superAdmin(testServer);
      expect((await root.get('/admin/lead/index')).data.total).toBe(0);
      expect((await adminWithField.post('/admin/lead/add', leadDraft)).code).toBe(1);
    } finally {
      await testServer.close();
    }
  },
);
