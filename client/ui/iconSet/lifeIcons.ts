/** Icons of devices, places and everyday life, with the Chinese words that find them. */
import Accessibility from '@mui/icons-material/AccessibilityOutlined';
import Agriculture from '@mui/icons-material/AgricultureOutlined';
import AirplanemodeActive from '@mui/icons-material/AirplanemodeActiveOutlined';
import Album from '@mui/icons-material/AlbumOutlined';
import Anchor from '@mui/icons-material/AnchorOutlined';
import Android from '@mui/icons-material/AndroidOutlined';
import Apartment from '@mui/icons-material/ApartmentOutlined';
import Api from '@mui/icons-material/ApiOutlined';
import Architecture from '@mui/icons-material/ArchitectureOutlined';
import Assistant from '@mui/icons-material/AssistantOutlined';
import Audiotrack from '@mui/icons-material/AudiotrackOutlined';
import Backpack from '@mui/icons-material/BackpackOutlined';
import Bed from '@mui/icons-material/BedOutlined';
import Bluetooth from '@mui/icons-material/BluetoothOutlined';
import BrightnessHigh from '@mui/icons-material/BrightnessHighOutlined';
import Brush from '@mui/icons-material/BrushOutlined';
import Cabin from '@mui/icons-material/CabinOutlined';
import Cake from '@mui/icons-material/CakeOutlined';
import CallSplit from '@mui/icons-material/CallSplitOutlined';
import Camera from '@mui/icons-material/CameraOutlined';
import CameraAlt from '@mui/icons-material/CameraAltOutlined';
import Cast from '@mui/icons-material/CastOutlined';
import Celebration from '@mui/icons-material/CelebrationOutlined';
import Chair from '@mui/icons-material/ChairOutlined';
import Checkroom from '@mui/icons-material/CheckroomOutlined';
import ChildCare from '@mui/icons-material/ChildCareOutlined';
import Coffee from '@mui/icons-material/CoffeeOutlined';
import Collections from '@mui/icons-material/CollectionsOutlined';
import ColorLens from '@mui/icons-material/ColorLensOutlined';
import Computer from '@mui/icons-material/ComputerOutlined';
import Construction from '@mui/icons-material/ConstructionOutlined';
import Cottage from '@mui/icons-material/CottageOutlined';
import DarkMode from '@mui/icons-material/DarkModeOutlined';
import DesktopWindows from '@mui/icons-material/DesktopWindowsOutlined';
import Devices from '@mui/icons-material/DevicesOutlined';
import DirectionsBus from '@mui/icons-material/DirectionsBusOutlined';
import DirectionsCar from '@mui/icons-material/DirectionsCarOutlined';
import DirectionsWalk from '@mui/icons-material/DirectionsWalkOutlined';
import ElectricBolt from '@mui/icons-material/ElectricBoltOutlined';
import EmojiEvents from '@mui/icons-material/EmojiEventsOutlined';
import EmojiObjects from '@mui/icons-material/EmojiObjectsOutlined';
import Face from '@mui/icons-material/FaceOutlined';
import Factory from '@mui/icons-material/FactoryOutlined';
import FamilyRestroom from '@mui/icons-material/FamilyRestroomOutlined';
import Fastfood from '@mui/icons-material/FastfoodOutlined';
import Favorite from '@mui/icons-material/FavoriteOutlined';
import Female from '@mui/icons-material/FemaleOutlined';
import FitnessCenter from '@mui/icons-material/FitnessCenterOutlined';
import Flight from '@mui/icons-material/FlightOutlined';
import Forest from '@mui/icons-material/ForestOutlined';
import Games from '@mui/icons-material/GamesOutlined';
import Gamepad from '@mui/icons-material/GamepadOutlined';
import Headphones from '@mui/icons-material/HeadphonesOutlined';
import Healing from '@mui/icons-material/HealingOutlined';
import HealthAndSafety from '@mui/icons-material/HealthAndSafetyOutlined';
import Hiking from '@mui/icons-material/HikingOutlined';
import Home from '@mui/icons-material/HomeOutlined';
import HomeWork from '@mui/icons-material/HomeWorkOutlined';
import Hotel from '@mui/icons-material/HotelOutlined';
import House from '@mui/icons-material/HouseOutlined';
import Icecream from '@mui/icons-material/IcecreamOutlined';
import Keyboard from '@mui/icons-material/KeyboardOutlined';
import Kitchen from '@mui/icons-material/KitchenOutlined';
import Landscape from '@mui/icons-material/LandscapeOutlined';
import Laptop from '@mui/icons-material/LaptopOutlined';
import LibraryBooks from '@mui/icons-material/LibraryBooksOutlined';
import LibraryMusic from '@mui/icons-material/LibraryMusicOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import LocalFireDepartment from '@mui/icons-material/LocalFireDepartmentOutlined';
import LocalHospital from '@mui/icons-material/LocalHospitalOutlined';
import LocalLibrary from '@mui/icons-material/LocalLibraryOutlined';
import LocalMall from '@mui/icons-material/LocalMallOutlined';
import LocalOffer from '@mui/icons-material/LocalOfferOutlined';
import LocalShipping from '@mui/icons-material/LocalShippingOutlined';
import LocationCity from '@mui/icons-material/LocationCityOutlined';
import LocationOn from '@mui/icons-material/LocationOnOutlined';
import Luggage from '@mui/icons-material/LuggageOutlined';
import Male from '@mui/icons-material/MaleOutlined';
import Map from '@mui/icons-material/MapOutlined';
import MedicalServices from '@mui/icons-material/MedicalServicesOutlined';
import MenuBook from '@mui/icons-material/MenuBookOutlined';
import Mic from '@mui/icons-material/MicOutlined';
import MilitaryTech from '@mui/icons-material/MilitaryTechOutlined';
import Mood from '@mui/icons-material/MoodOutlined';
import Mouse from '@mui/icons-material/MouseOutlined';
import Movie from '@mui/icons-material/MovieOutlined';
import Museum from '@mui/icons-material/MuseumOutlined';
import MusicNote from '@mui/icons-material/MusicNoteOutlined';
import NearMe from '@mui/icons-material/NearMeOutlined';
import Newspaper from '@mui/icons-material/NewspaperOutlined';
import Nightlight from '@mui/icons-material/NightlightOutlined';
import Palette from '@mui/icons-material/PaletteOutlined';
import Park from '@mui/icons-material/ParkOutlined';
import Pets from '@mui/icons-material/PetsOutlined';
import PhoneAndroid from '@mui/icons-material/PhoneAndroidOutlined';
import PhoneIphone from '@mui/icons-material/PhoneIphoneOutlined';
import Photo from '@mui/icons-material/PhotoOutlined';
import PhotoCamera from '@mui/icons-material/PhotoCameraOutlined';
import PhotoLibrary from '@mui/icons-material/PhotoLibraryOutlined';
import Piano from '@mui/icons-material/PianoOutlined';
import Place from '@mui/icons-material/PlaceOutlined';
import PlayCircle from '@mui/icons-material/PlayCircleOutlined';
import Podcasts from '@mui/icons-material/PodcastsOutlined';
import Pool from '@mui/icons-material/PoolOutlined';
import Power from '@mui/icons-material/PowerOutlined';
import PrecisionManufacturing from '@mui/icons-material/PrecisionManufacturingOutlined';
import Public from '@mui/icons-material/PublicOutlined';
import Radio from '@mui/icons-material/RadioOutlined';
import Restaurant from '@mui/icons-material/RestaurantOutlined';
import Router from '@mui/icons-material/RouterOutlined';
import Sailing from '@mui/icons-material/SailingOutlined';
import School from '@mui/icons-material/SchoolOutlined';
import Sensors from '@mui/icons-material/SensorsOutlined';
import Shower from '@mui/icons-material/ShowerOutlined';
import SmartDisplay from '@mui/icons-material/SmartDisplayOutlined';
import SmartToy from '@mui/icons-material/SmartToyOutlined';
import Smartphone from '@mui/icons-material/SmartphoneOutlined';
import Spa from '@mui/icons-material/SpaOutlined';
import Speaker from '@mui/icons-material/SpeakerOutlined';
import SportsEsports from '@mui/icons-material/SportsEsportsOutlined';
import SportsSoccer from '@mui/icons-material/SportsSoccerOutlined';
import Stadium from '@mui/icons-material/StadiumOutlined';
import Subway from '@mui/icons-material/SubwayOutlined';
import Sunny from '@mui/icons-material/Sunny';
import Tablet from '@mui/icons-material/TabletOutlined';
import Theaters from '@mui/icons-material/TheatersOutlined';
import Toys from '@mui/icons-material/ToysOutlined';
import Train from '@mui/icons-material/TrainOutlined';
import TravelExplore from '@mui/icons-material/TravelExploreOutlined';
import Tv from '@mui/icons-material/TvOutlined';
import Umbrella from '@mui/icons-material/UmbrellaOutlined';
import Vaccines from '@mui/icons-material/VaccinesOutlined';
import Videocam from '@mui/icons-material/VideocamOutlined';
import VideogameAsset from '@mui/icons-material/VideogameAssetOutlined';
import VolunteerActivism from '@mui/icons-material/VolunteerActivismOutlined';
import Watch from '@mui/icons-material/WatchOutlined';
import WaterDrop from '@mui/icons-material/WaterDropOutlined';
import Wifi from '@mui/icons-material/WifiOutlined';
import WineBar from '@mui/icons-material/WineBarOutlined';
import type { IconSet } from './iconSet';

export const lifeIcons: IconSet = {
  accessibility: [Accessibility, '无障碍'],
  agriculture: [Agriculture, '农业'],
  airplanemode_active: [AirplanemodeActive, '飞机'],
  album: [Album, '专辑 唱片'],
  anchor: [Anchor, '锚'],
  android: [Android, '安卓'],
  apartment: [Apartment, '公寓'],
  api: [Api, '接口'],
  architecture: [Architecture, '建筑'],
  assistant: [Assistant, '助手'],
  audiotrack: [Audiotrack, '音乐'],
  backpack: [Backpack, '背包'],
  bed: [Bed, '酒店 床'],
  bluetooth: [Bluetooth, '蓝牙'],
  brightness_high: [BrightnessHigh, '亮度 太阳'],
  brush: [Brush, '画笔'],
  cabin: [Cabin, '小屋'],
  cake: [Cake, '蛋糕 生日'],
  call_split: [CallSplit, '分支'],
  camera: [Camera, '相机'],
  camera_alt: [CameraAlt, '拍照'],
  cast: [Cast, '投屏'],
  celebration: [Celebration, '庆祝'],
  chair: [Chair, '椅子'],
  checkroom: [Checkroom, '衣服'],
  child_care: [ChildCare, '儿童'],
  coffee: [Coffee, '咖啡'],
  collections: [Collections, '图集'],
  color_lens: [ColorLens, '调色板'],
  computer: [Computer, '电脑'],
  construction: [Construction, '施工'],
  cottage: [Cottage, '别墅'],
  dark_mode: [DarkMode, '深色 月亮'],
  desktop_windows: [DesktopWindows, '台式机 显示器'],
  devices: [Devices, '设备 多终端'],
  directions_bus: [DirectionsBus, '公交'],
  directions_car: [DirectionsCar, '汽车'],
  directions_walk: [DirectionsWalk, '步行'],
  electric_bolt: [ElectricBolt, '电'],
  emoji_events: [EmojiEvents, '奖杯'],
  emoji_objects: [EmojiObjects, '点子'],
  face: [Face, '脸'],
  factory: [Factory, '工厂'],
  family_restroom: [FamilyRestroom, '家庭'],
  fastfood: [Fastfood, '快餐'],
  favorite: [Favorite, '喜欢 爱心'],
  female: [Female, '女'],
  fitness_center: [FitnessCenter, '健身'],
  flight: [Flight, '航班'],
  forest: [Forest, '森林'],
  games: [Games, '游戏'],
  gamepad: [Gamepad, '手柄'],
  headphones: [Headphones, '耳机'],
  healing: [Healing, '治疗'],
  health_and_safety: [HealthAndSafety, '健康'],
  hiking: [Hiking, '徒步'],
  home: [Home, '首页 家'],
  home_work: [HomeWork, '房产'],
  hotel: [Hotel, '酒店'],
  house: [House, '房子'],
  icecream: [Icecream, '冰淇淋'],
  keyboard: [Keyboard, '键盘'],
  kitchen: [Kitchen, '厨房'],
  landscape: [Landscape, '风景'],
  laptop: [Laptop, '笔记本电脑'],
  library_books: [LibraryBooks, '图书馆'],
  library_music: [LibraryMusic, '音乐库'],
  light_mode: [LightMode, '浅色 太阳'],
  local_fire_department: [LocalFireDepartment, '火 热门'],
  local_hospital: [LocalHospital, '医院'],
  local_library: [LocalLibrary, '阅读'],
  local_mall: [LocalMall, '商场'],
  local_offer: [LocalOffer, '优惠券'],
  local_shipping: [LocalShipping, '物流 货车'],
  location_city: [LocationCity, '城市'],
  location_on: [LocationOn, '位置 定位'],
  luggage: [Luggage, '行李'],
  male: [Male, '男'],
  map: [Map, '地图'],
  medical_services: [MedicalServices, '医疗'],
  menu_book: [MenuBook, '课本 手册'],
  mic: [Mic, '麦克风'],
  military_tech: [MilitaryTech, '勋章'],
  mood: [Mood, '心情 笑脸'],
  mouse: [Mouse, '鼠标'],
  movie: [Movie, '电影'],
  museum: [Museum, '博物馆'],
  music_note: [MusicNote, '音符'],
  near_me: [NearMe, '附近'],
  newspaper: [Newspaper, '报纸 新闻'],
  nightlight: [Nightlight, '夜间'],
  palette: [Palette, '调色板'],
  park: [Park, '公园'],
  pets: [Pets, '宠物'],
  phone_android: [PhoneAndroid, '安卓手机'],
  phone_iphone: [PhoneIphone, '苹果手机'],
  photo: [Photo, '照片'],
  photo_camera: [PhotoCamera, '照相机'],
  photo_library: [PhotoLibrary, '相册'],
  piano: [Piano, '钢琴'],
  place: [Place, '地点'],
  play_circle: [PlayCircle, '播放'],
  podcasts: [Podcasts, '播客'],
  pool: [Pool, '泳池'],
  power: [Power, '电源'],
  precision_manufacturing: [PrecisionManufacturing, '制造 机械臂'],
  public: [Public, '全球 地球'],
  radio: [Radio, '收音机'],
  restaurant: [Restaurant, '餐厅'],
  router: [Router, '路由器'],
  sailing: [Sailing, '帆船'],
  school: [School, '学校 教育'],
  sensors: [Sensors, '传感器'],
  shower: [Shower, '淋浴'],
  smart_display: [SmartDisplay, '智慧屏'],
  smart_toy: [SmartToy, '机器人'],
  smartphone: [Smartphone, '手机'],
  spa: [Spa, '水疗'],
  speaker: [Speaker, '音箱'],
  sports_esports: [SportsEsports, '电竞'],
  sports_soccer: [SportsSoccer, '足球'],
  stadium: [Stadium, '体育场'],
  subway: [Subway, '地铁'],
  sunny: [Sunny, '晴天'],
  tablet: [Tablet, '平板'],
  theaters: [Theaters, '剧场'],
  toys: [Toys, '玩具'],
  train: [Train, '火车'],
  travel_explore: [TravelExplore, '旅行 探索'],
  tv: [Tv, '电视'],
  umbrella: [Umbrella, '雨伞'],
  vaccines: [Vaccines, '疫苗'],
  videocam: [Videocam, '摄像机'],
  videogame_asset: [VideogameAsset, '游戏机'],
  volunteer_activism: [VolunteerActivism, '公益'],
  watch: [Watch, '手表'],
  water_drop: [WaterDrop, '水滴'],
  wifi: [Wifi, '无线网络'],
  wine_bar: [WineBar, '酒吧'],
};
