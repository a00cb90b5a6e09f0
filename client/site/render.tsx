/** Renders one page of the site on the server. The server loads the build of this file; it imports no source of the client. */
import { renderToString } from 'react-dom/server';
import type { SitePageData } from '../../common/site/pageData';
import { SitePage } from './SitePage';

/** HTML inside `<body>`. */
export const renderBody = (data: SitePageData): string => renderToString(<SitePage data={data} />);
