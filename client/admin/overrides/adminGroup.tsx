/** A group's permissions as ticks by entity, so that nobody has to know how a node is spelt. */
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { adminGroup } from '../../../common/entities/adminGroup';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { hasScreen, nodeActions } from '../../../common/entity/nodes';
import { useEngine } from '../../engine/engineContext';
import type { InputProps } from '../../engine/kinds/kindView';
import { override } from '../../engine/override';
import { holdsNode, useBootstrap } from '../../shared/bootstrap';
import { useWords } from '../../shared/i18n';

/** Stands for every node there is and will be. */
const ALL = '*';

const nodesIn = (value: Json): readonly string[] =>
  Array.isArray(value) ? value.filter((node): node is string => typeof node === 'string') : [];
const nodesOf = (entity: AnyEntity): readonly string[] =>
  nodeActions(entity).map((action) => `${entity.name}/${action}`);

interface RowProps {
  readonly entity: AnyEntity;
  readonly held: ReadonlySet<string>;
  readonly disabled: boolean;
  readonly onToggle: (nodes: readonly string[], on: boolean) => void;
}

/** One entity: a tick for all of its nodes, and one for each. Nobody can hand on what he does not hold himself. */
function EntityNodes({ entity, held, disabled, onToggle }: RowProps) {
  const { t } = useTranslation();
  const words = useWords(entity);
  const { permissions } = useBootstrap();
  const nodes = nodesOf(entity);
  const ticked = nodes.filter((node) => held.has(node)).length;
  const label = (node: string) => {
    const action = node.slice(node.indexOf('/') + 1);
    return words.actions[action] ?? t(`menu.node.${action}`, { defaultValue: action });
  };
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, py: 1, borderTop: 1, borderColor: 'divider', minWidth: 0 }}>
      <Box component="legend" sx={{ float: 'left', width: 200, p: 0 }}>
        <FormControlLabel
          control={
            <Checkbox
              checked={ticked === nodes.length}
              indeterminate={ticked > 0 && ticked < nodes.length}
              onChange={(_, on) => onToggle(nodes, on)}
            />
          }
          disabled={disabled || !nodes.every((node) => holdsNode(permissions, node))}
          label={<Typography sx={{ fontWeight: 500 }}>{words.many}</Typography>}
          sx={{ ml: 0, mr: 0 }}
        />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        {nodes.map((node) => (
          <FormControlLabel
            key={node}
            control={<Checkbox checked={held.has(node)} onChange={(_, on) => onToggle([node], on)} />}
            disabled={disabled || !holdsNode(permissions, node)}
            label={label(node)}
          />
        ))}
      </Box>
    </Box>
  );
}

function NodesInput({ value, onChange, disabled, id, labelId, describedBy }: InputProps) {
  const { t } = useTranslation();
  const { registry } = useEngine();
  const { admin } = useBootstrap();
  const nodes = nodesIn(value);
  const held = new Set(nodes);
  const toggle = (changed: readonly string[], on: boolean) =>
    onChange(
      on ? [...nodes, ...changed.filter((node) => !held.has(node))] : nodes.filter((node) => !changed.includes(node)),
    );
  const everything = held.has(ALL);
  const screens = registry.all.filter(hasScreen);
  return (
    <Box
      component="fieldset"
      id={id}
      aria-labelledby={labelId}
      sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}
      {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
    >
      <FormControlLabel
        control={<Checkbox checked={everything} onChange={(_, on) => onChange(on ? [ALL] : [])} />}
        disabled={disabled || !admin.super}
        label={t('console.groups.everything')}
        sx={{ ml: 0 }}
      />
      {everything
        ? null
        : screens.map((entity) => (
            <EntityNodes key={entity.name} entity={entity} held={held} disabled={disabled} onToggle={toggle} />
          ))}
    </Box>
  );
}

export const adminGroupScreen = override(adminGroup, { inputs: { rules: NodesInput } });
