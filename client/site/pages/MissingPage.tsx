/** The pages for an address without content, and for refused access. */
import { useSiteTexts } from '../siteTexts';

interface MissingPageProps {
  readonly kind: 'notFound' | 'forbidden';
  readonly homeHref: string;
  readonly searchHref: string;
}

export function MissingPage({ kind, homeHref, searchHref }: MissingPageProps) {
  const { page, search } = useSiteTexts();
  return (
    <div className="missing">
      <p className="status-code">{kind === 'notFound' ? '404' : '401'}</p>
      <h1>{kind === 'notFound' ? page.missing : page.refused}</h1>
      <p className="lead">{kind === 'notFound' ? page.missing_hint : page.refused_hint}</p>
      <p className="actions">
        <a className="button" href={homeHref}>
          {page.home}
        </a>
        <a href={searchHref}>{search.title}</a>
      </p>
    </div>
  );
}
