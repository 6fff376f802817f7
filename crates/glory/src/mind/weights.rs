//! The numbers a mind for Glory judges by.

use bots::weights;

weights! { WEIGHTS:
    Policy {  HERO_HEALTH = "hero_health", HERO_POWER = "hero_power", HERO_STRIKE = "hero_strike",
        BUY = "buy", BUY_PRICE = "buy_price", USE_START = "use_start", USE_ROLL = "use_roll", USE_LAND = "use_land",
        USE_ROUND = "use_round", USE_DICE_LOSING = "use_dice_losing", USE_DICE = "use_dice", USE_END = "use_end",
        HURT = "hurt", CASTLE_COIN = "castle_coin", HAVEN = "haven", FATE = "fate", BATTLE = "battle",
        BATTLE_FIT = "battle_fit", PROSPECT = "prospect", LAIR = "lair", LAIR_FIT = "lair_fit", LAIR_WIN = "lair_win", LAIR_GOAL = "lair_goal", TOWN_NEW = "town_new", TOWN_DONE = "town_done",
        TOWN_OLD = "town_old", NEAR = "near", ERRAND = "errand", ASKED = "asked", MARCH = "march", NAME = "name", LOOK = "look",
        ENGAGE = "engage", EDGE = "edge", WIN = "win", PRIZE = "prize", RISK = "risk", KEEP_LASTING = "keep_lasting",
        GIVES = "gives", GIVES_POWER = "gives_power", GIVES_HEALTH = "gives_health", GIVES_OTHER = "gives_other",
    }
    Value {
        V_GLORY = "v_glory", V_GLORY_LATE = "v_glory_late", V_HEALTH = "v_health", V_FEEBLE = "v_feeble",
        V_STRIKE = "v_strike", V_POWER = "v_power", V_MOST_HEALTH = "v_most_health", V_ARMOUR = "v_armour",
        V_COINS = "v_coins", V_GOODS = "v_goods", V_ABILITIES = "v_abilities", V_FATES = "v_fates",
        V_QUEST_DONE = "v_quest_done", V_QUEST_SEEN = "v_quest_seen", V_QUEST_PROGRESS = "v_quest_progress", V_LAIR_SEEN = "v_lair_seen", V_BATTLES = "v_battles", V_BATTLES_NOW = "v_battles_now", V_LAIRS = "v_lairs",
        V_LAIRS_NOW = "v_lairs_now",
        V_NEAR_TARGET = "v_near_target", V_DEAD = "v_dead", V_TURN = "v_turn",
    }
}
