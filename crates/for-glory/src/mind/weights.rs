//! The numbers a mind for For Glory judges by.

use bots::weights;

weights! { WEIGHTS:
    Policy {
        BUY = "buy", BUY_COST = "buy_cost", BUY_INCOME = "buy_income", BUY_SCHEME = "buy_scheme", BUY_PATRON = "buy_patron",
        BUY_GLADIATOR = "buy_gladiator", BUY_TACTIC = "buy_tactic", BUY_REACTION = "buy_reaction",
        PLAY_SCHEME = "play_scheme", PLAY_PATRON = "play_patron", PLAY_TACTIC = "play_tactic", PLAY_REACTION = "play_reaction",
        ENTER = "enter", ENTER_MIGHT = "enter_might", ENTER_BEHIND = "enter_behind", ENTER_HOPELESS = "enter_hopeless",
        ENTER_LASTING = "enter_lasting", REGISTER = "register",
        RESERVE = "reserve", UPGRADE = "upgrade", USE_PATRON = "use_patron", USE_GLADIATOR = "use_gladiator",
        USE_ARENA = "use_arena", REDEEM = "redeem", ATTACK = "attack", TARGET_OPPOSING = "target_opposing",
        TARGET_KILL = "target_kill", TARGET_MIGHT = "target_might", CHOOSE = "choose", CHOOSE_COST = "choose_cost",
        PAY_INCOME = "pay_income", ACCEPT = "accept", END = "end",
    }
    Value {
        V_GLORY = "v_glory", V_GLORY_LATE = "v_glory_late", V_CARDS = "v_cards", V_INCOME = "v_income",
        V_GLADIATORS = "v_gladiators", V_THIN = "v_thin", V_INFLUENCE = "v_influence", V_PATRONS = "v_patrons",
        V_COINS = "v_coins", V_HAND = "v_hand", V_RESERVE = "v_reserve", V_ARENAS = "v_arenas", V_TOKENS = "v_tokens",
        V_FAVOR = "v_favor", V_FLEETING = "v_fleeting", V_LASTING = "v_lasting", V_BLOOD = "v_blood",
        V_ALONE = "v_alone", V_TURN = "v_turn",
    }
}
