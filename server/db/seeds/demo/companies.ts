/** Companies of the demo site: half Chinese, half English. */

export interface Company {
  readonly name: string;
  readonly contacts: string;
  readonly contact_number: string;
  readonly address: string;
}

/** name | contact | number | address */
const LINES = `
云帆软件 | 陈立诚 | 13810010001 | 北京市海淀区中关村东路 18 号
星河精密制造 | 刘思远 | 13910020002 | 江苏省苏州市工业园区星湖街 328 号
南海物流 | 林晓彤 | 13710030003 | 广东省广州市黄埔区港前路 66 号
青禾农业科技 | 周明宇 | 13610040004 | 山东省潍坊市寿光市农圣街 12 号
华岳建筑设计 | 吴静 | 13510050005 | 上海市杨浦区四平路 1239 号
晨光医疗器械 | 郑雅文 | 13410060006 | 浙江省杭州市滨江区长河路 351 号
北辰教育 | 孙伟 | 15010070007 | 辽宁省沈阳市和平区文化路 3 号
锦程纺织 | 朱慧敏 | 15110080008 | 浙江省绍兴市柯桥区金柯桥大道 1418 号
百川水务 | 马俊杰 | 15210090009 | 湖北省武汉市武昌区中山路 530 号
鼎盛食品 | 胡婷 | 15310100010 | 河南省郑州市金水区花园路 88 号
远景新能源 | 高翔 | 15510110011 | 江苏省无锡市新吴区菱湖大道 200 号
智联安防 | 何佳怡 | 15610120012 | 广东省深圳市南山区科苑路 15 号
西岭旅游 | 罗浩 | 15710130013 | 四川省成都市大邑县西岭镇 1 号
东方印务 | 谢春燕 | 15810140014 | 天津市河西区友谊路 50 号
天枢卫星数据 | 唐子轩 | 15910150015 | 陕西省西安市雁塔区锦业路 69 号
山海文化传媒 | 韩梦瑶 | 17610160016 | 福建省厦门市思明区环岛南路 3088 号
瑞康药业 | 冯建国 | 17710170017 | 河北省石家庄市高新区湘江道 319 号
绿洲园林 | 曹丽 | 17810180018 | 重庆市渝北区金开大道 68 号
恒信供应链 | 彭宇航 | 18010190019 | 安徽省合肥市蜀山区创新大道 2800 号
金石矿业装备 | 董志强 | 18110200020 | 湖南省长沙市岳麓区麓谷大道 658 号
Northwind Logistics | Emma Clarke | +442071230021 | 14 Harbour Road, Felixstowe, United Kingdom
Bluebird Robotics | Lucas Meyer | +493012300022 | Rheinsberger Strasse 76, Berlin, Germany
Alder and Finch | Olivia Bennett | +442071230023 | 8 Cowper Street, London, United Kingdom
Harbour Street Foods | Noah Wright | +61298760024 | 221 Sussex Street, Sydney, Australia
Kestrel Aerial Survey | Sofia Rossi | +390612300025 | Via Tiburtina 912, Rome, Italy
Meridian Health Devices | Liam Murphy | +35312345026 | 3 Grand Canal Quay, Dublin, Ireland
Cedar Point Hotels | Grace Kim | +16045550127 | 1090 West Pender Street, Vancouver, Canada
Osprey Water Systems | Ethan Walker | +12065550128 | 1301 Fifth Avenue, Seattle, United States
Lindgren Timber | Astrid Lindgren | +46812300029 | Skeppsbron 24, Stockholm, Sweden
Solstice Energy | Mateo Garcia | +34911230030 | Calle de Serrano 41, Madrid, Spain
Fairwater Insurance | Amelia Scott | +442071230031 | 30 Fenchurch Street, London, United Kingdom
Redwood Learning | James Carter | +14155550132 | 555 Mission Street, San Francisco, United States
Tidewater Shipyards | Hannah Fischer | +494012300033 | Am Sandtorkai 77, Hamburg, Germany
Juniper Textiles | Chloe Martin | +33142300034 | 12 rue de Clery, Paris, France
Granite Peak Mining | William Hughes | +61892220035 | 108 St Georges Terrace, Perth, Australia
Lantern Publishing | Mia Novak | +420221230036 | Narodni 28, Prague, Czechia
Copperfield Instruments | Daniel Evans | +441223120037 | 21 Hills Road, Cambridge, United Kingdom
Saffron Table | Priya Nair | +912261230038 | 17 Linking Road, Mumbai, India
Polar Data Centers | Ingrid Berg | +4722123039 | Dronning Eufemias gate 16, Oslo, Norway
Vela Semiconductors | Kenji Sato | +81345670040 | 2-11-3 Shibaura, Minato, Tokyo, Japan`;

export const companies: readonly Company[] = LINES.trim()
  .split('\n')
  .map((line) => {
    const [name = '', contacts = '', number = '', address = ''] = line.split(' | ');
    return { name, contacts, contact_number: number, address };
  });

export const departments = [
  'Sales',
  'Engineering',
  'Finance',
  'Operations',
  'Design',
  'Support',
  '市场部',
  '研发部',
  '财务部',
  '运营部',
  '客服部',
  '人力资源部',
] as const;
