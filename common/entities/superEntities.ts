/** The entities of super admins: the console loads them for nobody else. */
import { crudDesign } from './crudDesign';
import { crudDesignField } from './crudDesignField';
import { marketKey } from './marketKey';
import { marketSource } from './marketSource';

export const superEntities = { crudDesign, crudDesignField, marketKey, marketSource } as const;
