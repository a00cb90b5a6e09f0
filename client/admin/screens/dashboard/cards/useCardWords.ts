/** What a card is called, and how its numbers and values are said. */
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../../../common/entity/entity';
import { findColumn } from '../../../../../common/entity/columns';
import { DEFAULT_CARD_IDS, type Card } from '../../../../../common/live/dashboardCards';
import { entityLabels } from '../../../../../common/locales/entityLabels';
import { formatCents } from '../../../../../common/text/cents';
import { useEngine } from '../../../../engine/engineContext';
import { useFormatValue } from '../../../../engine/fieldTypes/useFormatValue';
import { useFormatters } from '../../../../shared/i18n/format';
import { useLanguage } from '../../../../shared/i18n/i18n';

/** What a card without a name of its own is called. */
export function useCardTitle(): (card: Card) => string {
  const { t, i18n } = useTranslation();
  const { registry } = useEngine();
  const lang = useLanguage();
  return (card) => {
    if (card.title !== undefined && card.title !== '') return card.title;
    const key = `dashboard.card.${card.id}`;
    if (DEFAULT_CARD_IDS.has(card.id) && i18n.exists(key)) return String(t(key as 'dashboard.card.members'));
    const entity = card.e === undefined ? undefined : registry.get(card.e);
    if (entity === undefined) return card.e ?? '';
    const words = entityLabels(entity, lang);
    const summed = card.add === undefined ? '' : ` · ${words.fields[card.add] ?? card.add}`;
    const apart = card.by === undefined ? '' : ` · ${words.fields[card.by] ?? card.by}`;
    return words.many + summed + apart;
  };
}

/** Numbers of a card as people read them: amounts are counted in cents. */
export function useSay(card: Card): (value: number) => string {
  const format = useFormatters();
  const { registry } = useEngine();
  const entity = card.e === undefined ? undefined : registry.get(card.e);
  const isMoney = entity !== undefined && card.add !== undefined && findColumn(entity, card.add)?.kind === 'money';
  const say = (value: number) => (isMoney ? format.money(formatCents(value)) : format.number(value));
  return (value) => (Math.abs(value) > Number.MAX_SAFE_INTEGER ? `≈ ${say(value)}` : say(value));
}

/** The values a card tells apart, in words. */
export function useDimWords(entity: AnyEntity, by: string): (dim: string) => string {
  const { t } = useTranslation();
  const describe = useFormatValue(entity);
  const column = findColumn(entity, by);
  return (dim) => {
    if (dim === '') return t('dashboard.unset');
    return describe(by, column?.store === 'integer' ? Number(dim) : dim);
  };
}
