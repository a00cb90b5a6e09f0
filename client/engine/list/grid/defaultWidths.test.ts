/** The default columns of every list fit beside the menu in a window of 1440 pixels, in both languages. */
import { expect, it } from '@jest/globals';
import { staffEntities } from '../../../../common/entities/staffEntities';
import { findColumn } from '../../../../common/entity/columns';
import { hasAdminScreen } from '../../../../common/entity/permissionKeys';
import { defaultListColumns } from '../../../../common/entity/lists/defaultColumns';
import { entityLabels } from '../../../../common/locales/entityLabels';
import type { AnyEntity } from '../../../../common/entity/entity';
import { LANGUAGES } from '../../../../common/lang';
import { columnMinWidth, defaultColumnWidth } from './useGridTable';

/** The window without the menu, the checkbox with its handle, and the row actions. */
const AVAILABLE = 1440 - 260 - 68 - 72;

it.each(LANGUAGES)('default columns in %s fit into 1440 pixels', (lang) => {
  const tooWide = Object.values<AnyEntity>(staffEntities)
    .filter(hasAdminScreen)
    .flatMap((entity) => {
      const labels = entityLabels(entity, lang);
      const sum = defaultListColumns(entity).reduce((total, name) => {
        const column = findColumn(entity, name);
        if (column === undefined) return total;
        const label = labels.fields[name] ?? name;
        const width = defaultColumnWidth(column, label, entity, labels);
        return total + columnMinWidth(column, entity, { width, label, isFixed: false });
      }, 0);
      return sum > AVAILABLE ? [`${entity.name}: ${sum - AVAILABLE}`] : [];
    });
  expect(tooWide).toEqual([]);
});
