/** Search over the site: a form that works by the address alone, and its results by section. */
import type { PageContent } from '../../../common/site/pageData';
import { MAX_SEARCH_LENGTH } from '../../../common/site/sitePaths';
import { CardGroups } from '../parts/Cards';
import { fill, useSiteTexts } from '../siteTexts';
import { PagerLinks } from './ListPage';

type SearchContent = PageContent & { readonly kind: 'search' };

interface SearchPageProps {
  readonly content: SearchContent;
  readonly searchHref: string;
}

export function SearchPage({ content, searchHref }: SearchPageProps) {
  const { search } = useSiteTexts();
  const { q, groups, total, isPartial, pager, allHref } = content;
  const summary = q === '' ? search.hint : fill(total === 0 ? search.none : search.results, { q, total });
  return (
    <>
      <div className="page-head">
        <h1>{search.title}</h1>
        <search>
          <form className="search" action={searchHref} method="get">
            <input type="search" name="q" defaultValue={q} maxLength={MAX_SEARCH_LENGTH} aria-label={search.label} />
            <button className="button" type="submit">
              {search.submit}
            </button>
          </form>
        </search>
        <output>{summary}</output>
        {isPartial && <p className="meta">{search.partial}</p>}
        {allHref !== '' && (
          <p>
            <a href={allHref}>{search.all}</a>
          </p>
        )}
      </div>
      <CardGroups groups={groups} />
      {pager !== undefined && pager.pages > 1 && <PagerLinks pager={pager} />}
    </>
  );
}
