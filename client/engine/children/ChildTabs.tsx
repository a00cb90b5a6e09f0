/** The child relations of a record, one tab each: a short live list with links to the whole list and to a new row. */
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import type { AnyEntity } from '../../../common/entity/entity';
import { isPermissionGranted, useBootstrap } from '../../shared/api/bootstrap';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { useEngine } from '../engineContext';
import type { ChildRelation } from './childRelation';
import { ChildList } from './ChildList';

/** The relations whose list the user may read, in the order of the definition. */
function useChildren({ spec }: AnyEntity): readonly ChildRelation[] {
  const { registry } = useEngine();
  const { permissions } = useBootstrap();
  return (spec.children ?? []).flatMap(({ entity: name, by }) => {
    const entity = registry.get(name);
    return entity && isPermissionGranted(permissions, `${name}/index`) ? [{ entity, refField: by }] : [];
  });
}

function ChildTabLabel({ entity }: { readonly entity: AnyEntity }) {
  return <>{useEntityLabels(entity).many}</>;
}

interface ChildTabsProps {
  readonly entity: AnyEntity;
  readonly id: number;
}
export function ChildTabs({ entity, id }: ChildTabsProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const children = useChildren(entity);
  const [selectedIndex, selectTab] = useState(0);
  const tabsId = useId();
  const index = Math.min(selectedIndex, children.length - 1);
  const child = children[index];
  if (child === undefined) return null;
  return (
    <Box component="section" aria-label={t('children.tabs')} sx={{ borderTop: 1, borderColor: 'divider' }}>
      <Tabs
        value={index}
        onChange={(_event, nextIndex: number) => selectTab(nextIndex)}
        variant="scrollable"
        scrollButtons="auto"
        aria-label={t('children.tabs')}
      >
        {children.map((relation, slot) => (
          <Tab
            key={`${relation.entity.name}.${relation.refField}`}
            value={slot}
            id={`${tabsId}-tab-${slot}`}
            aria-controls={`${tabsId}-panel`}
            label={<ChildTabLabel entity={relation.entity} />}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${tabsId}-panel`} aria-labelledby={`${tabsId}-tab-${index}`} sx={{ pt: 2 }}>
        <ChildList key={`${child.entity.name}.${child.refField}`} child={child} parentId={id} />
      </Box>
    </Box>
  );
}
