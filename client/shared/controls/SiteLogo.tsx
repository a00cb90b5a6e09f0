/** The logo of the site: the image of the settings, or the product's own. */
import type { ComponentProps } from 'react';
import { Logo } from '../../ui/Logo';
import { useSiteLogo } from '../store/siteSettings';

export const SiteLogo = (props: Omit<ComponentProps<typeof Logo>, 'src'>) => <Logo {...props} src={useSiteLogo()} />;
