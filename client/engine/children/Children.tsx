/** What belongs to a record, one tab for each kind: short live lists, with the way to the whole list and to a new one. */
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { holdsNode, useBootstrap } from '../../shared/bootstrap';
import { useWords } from '../../shared/i18n';
import { useEngine } from '../engineContext';
import type { Child } from './child';
import { ChildList } from './ChildList';

/** The children a person may list, in the order of the definition. */
function useChildren({ spec }: AnyEntity): readonly Child[] {
  const { registry } = useEngine();
  const { permissions } = useBootstrap();
  return (spec.children ?? []).flatMap(({ entity: name, by }) => {
    const entity = registry.get(name);
    return entity && holdsNode(permissions, `${name}/index`) ? [{ entity, by }] : [];
  });
}

function Label({ entity }: { readonly entity: AnyEntity }) {
  return <>{useWords(entity).many}</>;
}

interface ChildrenProps {
  readonly entity: AnyEntity;
  readonly id: number;
}
export function Children({ entity, id }: ChildrenProps) {
  const { t } = useTranslation();
  const children = useChildren(entity);
  const [chosen, choose] = useState(0);
  const name = useId();
  const at = Math.min(chosen, children.length - 1);
  const child = children[at];
  if (child === undefined) return null;
  return (
    <Box component="section" aria-label={t('nouns.tabs')} sx={{ borderTop: 1, borderColor: 'divider' }}>
      <Tabs
        value={at}
        onChange={(_event, next: number) => choose(next)}
        variant="scrollable"
        scrollButtons="auto"
        aria-label={t('nouns.tabs')}
      >
        {children.map((one, place) => (
          <Tab
            key={`${one.entity.name}.${one.by}`}
            value={place}
            id={`${name}-tab-${place}`}
            aria-controls={`${name}-panel`}
            label={<Label entity={one.entity} />}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${name}-panel`} aria-labelledby={`${name}-tab-${at}`} sx={{ pt: 2 }}>
        <ChildList key={`${child.entity.name}.${child.by}`} child={child} of={id} />
      </Box>
    </Box>
  );
}
