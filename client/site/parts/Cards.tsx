/** Cards of rows, and titled groups of them. */
import type { Card, CardGroup } from '../../../common/site/pageData';
import { useSiteTexts } from '../siteTexts';
import { useTextLang } from '../textLang';
import { Picture } from './Picture';
import { SiteIcon } from './SiteIcon';

const CARD_SIZES = '(max-width: 719px) 100vw, (max-width: 1023px) 50vw, 390px';
/** Logos and icons are small squares. The section of a card decides which kind its image is. */
type CardVariant = 'picture' | 'mark';

function CardFigure({ card, variant }: { readonly card: Card; readonly variant: CardVariant }) {
  if (card.picture !== '')
    return (
      <div className={variant === 'mark' ? 'card-mark' : 'card-picture'}>
        <Picture src={card.picture} alt="" sizes={variant === 'mark' ? '64px' : CARD_SIZES} />
      </div>
    );
  if (card.icon === '') return null;
  return (
    <div className={variant === 'mark' ? 'card-mark' : 'card-picture card-placeholder'}>
      <SiteIcon name={card.icon} />
    </div>
  );
}

interface SiteCardProps {
  readonly card: Card;
  readonly variant: CardVariant;
  readonly heading: CardHeading;
}
function SiteCard({ card, variant, heading: Heading }: SiteCardProps) {
  const { plugin } = useSiteTexts();
  const textLang = useTextLang();
  return (
    <li className={card.href === '' ? 'card' : 'card card-link'}>
      <CardFigure card={card} variant={variant} />
      <div className="card-text">
        {card.meta !== '' && <p className="meta">{card.meta}</p>}
        <Heading>
          {card.href === '' ? (
            <span {...textLang(card.title)}>{card.title}</span>
          ) : (
            <a href={card.href} {...textLang(card.title)}>
              {card.title}
            </a>
          )}
          {card.isRecommended && (
            <>
              {' '}
              <span className="badge">{plugin.recommended}</span>
            </>
          )}
        </Heading>
        {card.text !== '' && <p {...textLang(card.text)}>{card.text}</p>}
        {card.labels.length > 0 && <Labels labels={card.labels} />}
      </div>
    </li>
  );
}

export function Labels({ labels }: { readonly labels: readonly string[] }) {
  const textLang = useTextLang();
  return (
    <ul className="labels">
      {labels.map((label) => (
        <li key={label} {...textLang(label)}>
          {label}
        </li>
      ))}
    </ul>
  );
}

/** One level below the heading above the cards. */
type CardHeading = 'h2' | 'h3';

/** Marks beside texts, such as solutions, need more room than marks beside images of plugins or beside names. */
const isWide = (variant: CardVariant, cards: readonly Card[]): boolean =>
  variant === 'mark' && cards.every(({ picture }) => picture === '') && cards.some(({ text }) => text !== '');

interface CardListProps {
  readonly cards: readonly Card[];
  readonly variant?: CardVariant;
  readonly heading?: CardHeading;
}
export function SiteCardList({ cards, variant = 'picture', heading = 'h3' }: CardListProps) {
  return (
    <ul className={`cards cards-${variant}${isWide(variant, cards) ? ' cards-wide' : ''}`}>
      {cards.map((card, index) => (
        <SiteCard key={card.href || `${card.title} ${index}`} card={card} variant={variant} heading={heading} />
      ))}
    </ul>
  );
}

/** Whether the cards of a group show small marks instead of images. */
export const chooseCardVariant = (cards: readonly Card[]): CardVariant =>
  cards.every(({ picture, icon, href }) => icon !== '' || picture === '' || href.includes('/plugins/'))
    ? 'mark'
    : 'picture';

export function CardGroups({ groups }: { readonly groups: readonly CardGroup[] }) {
  const { more } = useSiteTexts();
  const textLang = useTextLang();
  return groups.map(({ title, cards, moreHref }) => (
    <section className="group" key={title}>
      <div className="group-head">
        <h2 {...textLang(title)}>{title}</h2>
        {moreHref !== '' && (
          <a className="more" href={moreHref} aria-label={`${more}: ${title}`}>
            {more} <SiteIcon name="arrow" />
          </a>
        )}
      </div>
      <SiteCardList cards={cards} variant={chooseCardVariant(cards)} />
    </section>
  ));
}
