/**
 * Every specified entity with its columns, numbers and labels, copied by hand. It is not made from the definitions, because tests
 * compare the definitions with it.
 *
 * One line an entity: `name: column column …`. A column with choices is `column(number label, …)`; a column whose
 * type the specification or a decision fixes says `column:type`.
 */
const SPECIFIED = `
enterprise: name contacts contact_number address status(0 Disabled, 1 Enabled)
enterprise_staff: uid company_id nickname is_head(1 Yes, 0 No) department status(0 Disabled, 1 Enabled)
app: uid company_id type(1 SAAS, 2 Private cloud) key secret title name info description icon developer content install_time container_name container_id service_id upstream_id file_id running_status(0 Not packaged, 1 Packaging, 2 Running, 3 Packaging failed) implement_status(0 In progress, 1 Accepted) weigh status(0 Disabled, 1 Enabled)
app_business: company_id app_id user_id pid type(1 Form, 2 Flow, 3 Report) title publish_status(0 Unpublished, 1 Published) is_group sort status(0 Disabled, 1 Enabled)
app_plugin_version_api: app_id plugin_version_id plugin_version_api_id url name item(admin Admin, api API, third Third party, soa SOA) is_login is_auth route_id route_status(0 Offline, 1 Online) status(0 Disabled, 1 Enabled)
banner: title sub_title navigation_ids:json position(0 Top, 1 Bottom) image image_mobile jump_url weigh status(0 Hidden, 1 Shown)
showcase: title thumbnail description content app_ids:json info status(0 Hidden, 1 Shown)
lead: name mobile email company headcount(1 1-49, 2 50-149, 3 150-299, 4 300-2999, 5 3000+) job_position content handle_status(0 Received, 1 Following up, 2 Completed) status(0 Disabled, 1 Enabled)
hardware: name icon weigh status(0 Hidden, 1 Shown)
device: name icon weigh status(0 Hidden, 1 Shown)
navigation: title url position(0 Top, 1 Bottom) type(0 Link, 1 Group) pid status(0 Hidden, 1 Shown)
news_category: name status(0 Disabled, 1 Enabled)
news: title cat_ids:json thumbnail description content status(0 Hidden, 1 Shown)
solution: title description content is_show_case(0 Hide, 1 Show) status(0 Hidden, 1 Shown)
product: title sub_title description thumbnail video labels:json content terminal_ids:json hardware_ids:json app_ids:json case_ids:json weigh status(0 Hidden, 1 Shown)
activation_code: code expire_time:integer use_status(1 Unused, 2 Used) num:integer
trial_request: company full_name phone email company_scale(1 1-49, 2 50-149, 3 150-299, 4 300-2999, 5 3000+) remarks plugin_ids:json status(0 Disabled, 1 Enabled) is_handle(0 Unhandled, 1 Success, 2 Failed)
api_definition: api_class hash access_token(1 Complex, 0 Simple) status(0 Disabled, 1 Enabled) method(0 Any, 1 POST, 2 GET) info is_test(0 Production, 1 Test) return_str group_hash hash_type(1 Normal, 2 Encrypted) plugin_id
plugin: title cate_id type(1 Basic, 2 Application module) developer_id name author email keyword description mobile_content content price:money num:integer cover_id:integer thumb_id:integer status(0 Hidden, 1 Shown) is_tj demo_url characteristic_img_id:integer icon_id:integer icon1_id:integer index_group score
plugin_category: title image icon_id:integer status(0 Hidden, 1 Shown) order:integer
plugin_function: name describe icon_id:integer plugin_id relate_plugin_id status(0 Hidden, 1 Shown)
plugin_version: version path explain date plugin_id office_file citizen_file saas_file status(1 Listed, 0 Unlisted)
plugin_version_api: plugin_id plugin_version_id url name item(admin Admin, api API, third Third party, soa SOA) is_login is_auth route_id route_status(0 Offline, 1 Online) status(0 Disabled, 1 Enabled)
site_template: type(website Website, wechat WeChat account, wechat_mini WeChat mini program, app App, software Desktop software) sign title remark form_data:json file_id:integer status(0 Disabled, 1 Enabled)
home_block: name full_banner banner_img banner_img_mobile titles contents css_pc css_mobile is_al(1 Left, 0 Centered) banner_status(0 Hidden, 1 Shown)
article: title img description content admin_id views_num:integer like_num:integer order:integer type(1 Case news, 2 Ordinary news) status(0 Hidden, 1 Shown) plugin_id
news_case: news_id country industry number_of_users:integer implementation_time company_logo_id:integer company_user company_user_avator_id:integer company_user_position reflections status(0 Hidden, 1 Shown)
page: slug title content seo_title seo_description weigh status(0 Hidden, 1 Shown)
admin: username nickname group_arr:json avatar email mobile motto last_login_time:integer last_login_ip password status(0 Disabled, 1 Enabled)
admin_group: name rules pid status(0 Disabled, 1 Enabled)
admin_log: admin_id username title data url ip useragent create_time:integer
menu_rule: type(menu_dir Folder, menu Menu item, button Button) title name path icon menu_type(tab Tab, link External link, iframe Embedded page) url component keepalive extend(none Route and menu, add_rules_only Route only, add_menu_only Menu only) method(ANY Any, GET GET, POST POST, PUT PUT, DELETE DELETE) pid weigh:integer remark status(0 Disabled, 1 Enabled)
user: username nickname group_id avatar gender(0 Not specified, 1 Male, 2 Female) mobile email birthday money:money score:integer last_login_time:integer last_login_ip motto password status(0 Disabled, 1 Enabled)
user_group: name rules status(0 Disabled, 1 Enabled)
user_rule: type(route Route only, menu_dir Folder, menu Menu item) title name path icon menu_type(tab Tab, link External link, iframe Embedded page) url component keepalive extend(none Route and menu, add_rules_only Route only, add_menu_only Menu only) pid weigh:integer remark status(0 Disabled, 1 Enabled)
config: name group title tip type(string String, number Number, float Float, integer Integer, date Date, time Time, year Year, switch Switch, radio Radio, checkbox Checkbox, select Select, remoteSelect Remote select, city City select, icon Icon select, color Color, image Image, images Multi image, file File, array Array, editor Rich text, textarea Textarea, secret Secret) value:json content:json rule(required Required, mobile Mobile number, account Account, password Password, varName Variable name, url URL, email Email, date Date, number Number, integer Whole number, float Decimal number) extend:json weigh:integer
user_money_log: user_id n:integer money:money before:money after:money memo
user_score_log: user_id n:integer score:integer before:integer after:integer memo
recycle_rule: name controller data_table primary_key status(0 Disabled, 1 Enabled)
recycle_log: recycle_id admin_id data_table primary_key id_value:integer data:json ip useragent create_time:integer
sensitive_rule: name controller data_table primary_key data_fields:json status(0 Disabled, 1 Enabled)
sensitive_log: sensitive_id admin_id data_table primary_key id_value:integer data_field before:json after:json ip useragent create_time:integer
attachment: topic admin_id user_id url width:integer height:integer name size:integer mimetype quote:integer storage sha1 last_upload_time:integer
crud_record: table_name table:json fields:json status(delete Deleted, success Success, error Error, start Started) create_time:integer
`;

/** Standard columns of a record; logs and ledgers have only id and create_time. */
export const RECORD_COLUMNS = ['id', 'weigh', 'create_time', 'update_time', 'delete_time', 'revision'] as const;

export interface SpecifiedColumn {
  readonly name: string;
  /** `json`, `integer` or `money` where the type is fixed. */
  readonly type: string | undefined;
  /** The stored value as text, and its English label. */
  readonly choices: readonly (readonly [value: string, label: string])[];
}
export interface SpecifiedEntity {
  readonly name: string;
  readonly columns: readonly SpecifiedColumn[];
}

const COLUMN = /([a-z][a-z0-9_]*)(?::([a-z]+))?(?:\(([^)]*)\))?/g;

const cut = (pair: string): readonly [string, string] => {
  const [value = '', ...label] = pair.trim().split(' ');
  return [value, label.join(' ')];
};

/** The parsed table. */
export const specifiedEntities: readonly SpecifiedEntity[] = SPECIFIED.trim()
  .split('\n')
  .map((line) => {
    const [name = '', rest = ''] = line.split(/: (.*)/);
    const columns = [...rest.matchAll(COLUMN)].map(([, column = '', type, choices = '']) => ({
      name: column,
      type,
      choices: choices === '' ? [] : choices.split(', ').map((pair) => cut(pair)),
    }));
    return { name, columns };
  });
