/** Labels and number formats of cards. */
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../../../common/entity/entity';
import { findColumn } from '../../../../../common/entity/columns';
import { localizedValue } from '../../../../../common/entity/translations/localizedValue';
import { DEFAULT_CARD_IDS, type DashboardCard } from '../../../../../common/live/dashboardCards';
import { entityLabels } from '../../../../../common/locales/entityLabels';
import { formatCents } from '../../../../../common/text/cents';
import { useEngine } from '../../../../engine/engineContext';
import { useFormatValue } from '../../../../engine/fieldTypes/useFormatValue';
import { useFormatters } from '../../../../shared/i18n/format';
import { useLanguage } from '../../../../shared/i18n/i18n';

/** Title of a card: its own, the translated default, or one built from its entity and columns. */
export function useCardTitle(): (card: DashboardCard) => string {
  const { t, i18n } = useTranslation();
  const { registry } = useEngine();
  const lang = useLanguage();
  return (card) => {
    const title = localizedValue(card, 'title', lang);
    if (title !== undefined && title !== '') return title;
    const key = `dashboard.card.${card.id}`;
    if (DEFAULT_CARD_IDS.has(card.id) && i18n.exists(key)) return String(t(key as 'dashboard.card.members'));
    const { e: entityName, add: sumColumn, by: groupColumn } = card;
    const entity = entityName === undefined ? undefined : registry.get(entityName);
    if (entity === undefined) return entityName ?? '';
    const labels = entityLabels(entity, lang);
    const sumSuffix = sumColumn === undefined ? '' : ` · ${labels.fields[sumColumn] ?? sumColumn}`;
    const groupSuffix = groupColumn === undefined ? '' : ` · ${labels.fields[groupColumn] ?? groupColumn}`;
    return labels.many + sumSuffix + groupSuffix;
  };
}

/** Formats the numbers of a card; amounts are in cents. */
export function useFormatCardValue(card: DashboardCard): (value: number) => string {
  const format = useFormatters();
  const { registry } = useEngine();
  const entity = card.e === undefined ? undefined : registry.get(card.e);
  const isMoney = entity !== undefined && card.add !== undefined && findColumn(entity, card.add)?.kind === 'money';
  const formatExact = (value: number) => (isMoney ? format.money(formatCents(value)) : format.number(value));
  return (value) => (Math.abs(value) > Number.MAX_SAFE_INTEGER ? `≈ ${formatExact(value)}` : formatExact(value));
}

/** Labels of the values of a breakdown column. */
export function useValueLabel(entity: AnyEntity, by: string): (group: string) => string {
  const { t } = useTranslation();
  const formatFieldValue = useFormatValue(entity);
  const column = findColumn(entity, by);
  return (group) => {
    if (group === '') return t('dashboard.unset');
    return formatFieldValue(by, column?.store === 'integer' ? Number(group) : group);
  };
}
