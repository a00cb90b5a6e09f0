/** One page of a section's list, with categories and a pager. */
import type { PageContent, Pager } from '../../../common/site/pageData';
import { SiteCardList, chooseCardVariant } from '../parts/Cards';
import { fill, useSiteTexts } from '../siteTexts';
import { useTextLang } from '../textLang';

type ListContent = PageContent & { readonly kind: 'list' };

export function ListPage({ content }: { readonly content: ListContent }) {
  const { title, text, cards, categories, pager } = content;
  const texts = useSiteTexts();
  const textLang = useTextLang();
  return (
    <>
      <PageHead title={title} text={text} />
      {categories.length > 0 && (
        <nav className="categories" aria-label={title}>
          {categories.map(({ title: name, href, isCurrent }) => (
            <a key={href} href={href} {...textLang(name)} {...(isCurrent ? { 'aria-current': 'page' as const } : {})}>
              {name}
            </a>
          ))}
        </nav>
      )}
      {cards.length === 0 ? (
        <p className="empty">{texts.empty}</p>
      ) : (
        <SiteCardList cards={cards} variant={chooseCardVariant(cards)} heading="h2" />
      )}
      {pager.pages > 1 && <PagerLinks pager={pager} />}
    </>
  );
}

export function PageHead({ title, text }: { readonly title: string; readonly text: string }) {
  const textLang = useTextLang();
  return (
    <div className="page-head">
      <h1 {...textLang(title)}>{title}</h1>
      {text !== '' && (
        <p className="lead" {...textLang(text)}>
          {text}
        </p>
      )}
    </div>
  );
}

export function PagerLinks({ pager }: { readonly pager: Pager }) {
  const texts = useSiteTexts().pager;
  return (
    <nav className="pager" aria-label={texts.label}>
      {pager.previousHref !== '' && (
        <a href={pager.previousHref} rel="prev">
          {texts.previous}
        </a>
      )}
      <span>{fill(texts.position, { number: pager.number, pages: pager.pages })}</span>
      {pager.nextHref !== '' && (
        <a href={pager.nextHref} rel="next">
          {texts.next}
        </a>
      )}
    </nav>
  );
}
